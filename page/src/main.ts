// The page begins: with the referee if the file has one in it, else with the game that it was made of.
import { Judge } from "./judge";
import { OWNER_STYLES } from "./owner/styles";
import { RECORD_STYLES } from "./record/styles";
import { Recorded, Refused } from "./referee";
import { BOARD_STYLES } from "./board-styles";
import { STYLES } from "./styles";
import { ShinpanPage } from "./views/page";

declare global {
  interface Window { shinpanSay(ja: string, en: string): void }
}

const begun = performance.now();

async function begin(): Promise<void> {
  const styles = document.createElement("style");
  styles.textContent = STYLES + BOARD_STYLES + RECORD_STYLES + OWNER_STYLES;
  document.head.append(styles);
  const judge = document.getElementById("wasm") ? new Judge() : null;
  const page = new ShinpanPage(judge ?? new Recorded());
  await page.begin();
  document.getElementById("start")!.hidden = true;
  document.body.append(page);
  document.documentElement.dataset.started = "yes";
  if (judge) {
    await judge.ready();
    document.documentElement.dataset.ready = String(Math.round(performance.now() - begun));
  }
}

begin().catch((error: unknown) => {
  const said = error instanceof Refused ? error.said : {
    ja: `ページを始められませんでした。ファイルが壊れているかもしれません(${String(error)})。もう一度受け取ってください。`,
    en: `The page could not start; perhaps the file is damaged (${String(error)}). Fetch it once more.`,
  };
  window.shinpanSay(said.ja, said.en);
});
