// How a record is opened: dropped, chosen or pasted.
import { type TemplateResult, html } from "lit";
import type { Language } from "../data";
import { word } from "../words";

const MOST_BYTES = 4 << 20;

type Open = (name: string, bytes: Uint8Array) => void;

export function opening(language: Language, open: Open): TemplateResult {
  const take = (files: FileList | null) => void taken(files, open);
  return html`<section class="drop">
    <p>${word("drop", language)}</p>
    <p><label>${word("open", language)} <input type="file" accept=".shinpan,.txt,.json,.pb,.zip,.toml,text/plain" @change=${(event: Event) => take((event.target as HTMLInputElement).files)}></label></p>
    <label>${word("paste", language)}<textarea spellcheck="false" lang="ja"></textarea></label>
    <p><button class="btn main" @click=${(event: Event) => {
      const text = (event.currentTarget as HTMLElement).closest("section")!.querySelector("textarea")!.value;
      if (text.trim()) open(text.trimStart().startsWith("{") ? "pasted.json" : "pasted.shinpan", new TextEncoder().encode(text));
    }}>${word("judge", language)}</button></p>
    <p class="muted">${word("reads", language)}</p>
  </section>`;
}

/** Opens a file wherever on the page it is dropped: a browser would leave the page for it. */
export function openDropped(open: Open): void {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    void taken(event.dataTransfer?.files ?? null, open);
  });
}

async function taken(files: FileList | null, open: Open): Promise<void> {
  const file = files?.[0];
  if (file) open(file.name, await read(file));
}

/** The beginning of a file: what is longer than any record is refused by the referee without being read whole. */
export async function read(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, MOST_BYTES + 1).arrayBuffer());
}
