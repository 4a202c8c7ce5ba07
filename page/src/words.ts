// The page's own words. What the engine says comes in both languages with the data.
import type { Language, Texts } from "./data";

const WORDS = {
  step: ["手", "step"], turn: ["ターン", "Turn"], round: ["ラウンド", "Round"], setup: ["準備", "Set-up"],
  back: ["戻る", "Back"], next: ["進む", "Next"], first: ["最初", "First"], last: ["最後", "Last"],
  finding: ["指摘", "Finding"], story: ["流れ", "Story"], table: ["盤面", "Table"], clauses: ["ルール", "Clauses"],
  rests: ["判定の前提", "What the verdict rests on"], notes: ["読み取りの注意", "Notes on reading"],
  checked: ["照合した数", "Numbers checked"], right: ["一致", "agrees"], wrong: ["不一致", "differs"],
  written: ["書かれていたこと", "What was written"], legal: ["できたこと", "What was legal"], more: ["ほか", "more"],
  line: ["行", "line"],
  view: ["見る人", "View"], referee: ["全部", "Everything"], public: ["観客", "The public"],
  language: ["English", "日本語"], theme: ["明暗", "Light or dark"], keys: ["操作", "Keys"], print: ["印刷", "Print"],
  open: ["棋譜を開く", "Open a record"], paste: ["棋譜を貼り付ける", "Paste a record"], judge: ["判定する", "Judge"],
  drop: ["棋譜(.shinpan か .json)をここに落とすか、選ぶか、貼り付けてください。", "Drop a record (.shinpan or .json) here, choose one, or paste it."],
  judging: ["判定しています…", "Judging…"],
  close: ["閉じる", "Close"], hidden: ["伏せ", "face down"], empty: ["なし", "none"], cards: ["枚", "cards"],
  facts: ["カードの内容", "What the card says"], source: ["出典", "Source"], way: ["ゲームの中で", "Through the game"],
  gone: ["盤面にない", "not on the table"], number: ["番号", "number"],
  zones: ["ゾーン一覧", "All zones"], asked: ["決めること", "To decide"], toPlay: ["手番", "to play"], decides: ["決める番", "to decide"], decided: ["決めた", "has decided"], front: ["先頭", "front"], under: ["山札の下へ", "put under"], free: ["空き", "free"], look: ["見る", "look"],
  near: ["近", "near"], middle: ["中", "mid"], far: ["遠", "far"], distance: ["距離補正", "distance"], critical: ["クリティカル距離", "critical"],
  cost: ["コスト", "cost"], idle: ["伏せない", "no card"], stored: ["蓄積", "stored"], shown: ["表", "face up"],
  charge: ["チャージ", "charge"], level: ["レベル", "level"], fights: ["戦闘中", "in the battle"],
  clad: ["クラッド", "clad"], field: ["フィールド", "Field"], wraps: ["端は反対の端につながる", "the edges meet"], attacked: ["攻撃される", "attacked"],
  slot: ["手番", "turn"], waits: ["待機", "waits"], marked: ["印", "marked"],
  someSkills: ["セットできないスキルがある", "some skills cannot be set"], normalSkills: ["通常スキルはセットできない", "normal skills cannot be set"], ultraSkills: ["ウルトラスキルはセットできない", "ultra skills cannot be set"], allSkills: ["スキルはセットできない", "no skill can be set"],
  top: ["一番上", "on top"], printed: ["表記", "printed"], agreed: ["取り決め", "agreed"],
  merged: ["合成", "merged with"], target: ["対象", "target"], spell: ["呪文", "spell"], counter: ["打消", "counter"],
  response: ["対応力", "response"], wounds: ["負傷", "wounds"], attack: ["攻撃", "attack"],
  example: ["例", "Example"], ruling: ["この読み方", "How it is read"], inferred: ["明記なし", "not printed as such"],
  skip: ["盤面へ", "Skip to the table"],
  assumed: ["前提", "assumptions"],
  refused: ["認められなかった", "refused"], count: ["この試合で", "In this game"], turns: ["ターンへ", "Go to"], stop: ["やめる", "Stop"],
  link: ["棋譜のリンク", "Link of the record"], actions: ["行動", "actions"], pack: ["カードパック", "pack"],
  seen: ["見えたことだけの棋譜です。盤面は、書かれたことに合う一つの例です。", "A record of what was seen. The tables are those of one game that agrees with it."],
  seat: ["{}から見えるものだけのファイルです。", "This file holds only what {} sees."], audience: ["観客", "the public"],
  picture: ["盤面の画像(SVG)", "Picture of the table (SVG)"],
  saveText: ["棋譜を保存(.shinpan)", "Save the record (.shinpan)"], saveJson: ["JSONで保存", "Save as JSON"],
  corrections: ["訂正", "Corrections"], won: ["勝者", "Won by"], lost: ["全員の敗北", "Lost by all"], drawn: ["引き分け", "A draw"], score: ["点数", "score"],
  players: ["プレイヤー", "Players"], verdict: ["判定", "Verdict"], result: ["結果", "Result"], sheet: ["試合の記録", "Sheet of the game"],
  arbitration: ["裁定", "Arbitration"], lookForRepairs: ["直し方を探す", "Look for repairs"], looking: ["直し方を探しています…", "Looking for repairs…"], comparing: ["比べています…", "Comparing…"],
  repairsFound: ["見つかった直し方", "Repairs that were found"], correctSo: ["このように訂正する", "Correct it so"], who: ["訂正する人", "Who corrects it"], why: ["理由", "Why"],
  writeCorrection: ["訂正を書く", "Write the correction"], correctionHelp: ["誰が、なぜ訂正したかは、棋譜の行になります。", "Who corrected it, and why, becomes a line of the record."],
  askedFacts: ["カードに書かれていること", "What is printed on the cards"], writeFacts: ["棋譜に書く", "Write into the record"],
  factHelp: ["カードリストにないので、カードのとおりに書いてください。書いた分だけ棋譜の「事実」の行になります。", "The card list does not say it: copy it from the card. What is filled in becomes lines “fact” of the record."],
  was: ["前", "before"], is: ["後", "after"],
  compareWith: ["もう1つの棋譜と比べる", "Compare with another record"], compared: ["2つの棋譜", "Both records"], openBoth: ["両方に合う試合を開く", "Open the game that both fit"],
  recordOne: ["棋譜1はいま開いている棋譜、棋譜2は選んだ棋譜です。", "Record 1 is the one that is open, record 2 the one that was chosen."],
  whatIf: ["ここから別の手を試す", "Try something else from here"],
  none: ["判定できる手がありません。", "No step could be judged."],
  singles: ["一文字キーを使う", "Use single-letter keys"],
  reads: ["開いた棋譜はブラウザに残しません。", "A record that is opened is not kept in the browser."],
} as const;

export type Word = keyof typeof WORDS;

export function word(name: Word, language: Language): string {
  return WORDS[name][language === "ja" ? 0 : 1];
}

/** A text in the language, or in the one that there is; and which. */
export function texted(texts: Texts, language: Language): { text: string; lang: Language } {
  const own = texts[language];
  if (own) return { text: own, lang: language };
  const other: Language = language === "ja" ? "en" : "ja";
  return { text: texts[other] ?? "", lang: other };
}

export const KEYS: readonly (readonly [string, string, string])[] = [
  ["← →", "一手ずつ。カードの上ではゾーンの中を動く", "step by step; on a card, inside its zone"],
  [", .", "どこからでも一手ずつ", "step from anywhere"],
  ["Home End", "最初・最後", "first and last step"],
  ["F", "指摘へ", "to the finding"],
  ["H", "見る人を変える", "change the view"],
  ["L", "日本語/English", "日本語/English"],
  ["T", "明暗", "light or dark"],
  ["Tab Enter Esc", "次のゾーン・カードを開く・閉じる", "next zone, open a card, close"],
  ["?", "この一覧", "this list"],
];
