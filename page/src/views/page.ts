import { LitElement, html } from "lit";
import type { Data } from "../data";
import type { Referee } from "../referee";

export class ShinpanPage extends LitElement {
  data: Data | null = null;

  constructor(readonly referee: Referee) {
    super();
  }

  async begin(): Promise<void> {
    this.data = await this.referee.first();
  }

  protected override render() {
    return html`<main>${this.data?.game.title ?? ""}</main>`;
  }
}
customElements.define("shinpan-page", ShinpanPage);
