// The look of the parts with which a record is written.
export const RECORD_STYLES = `
.recorder{display:grid;gap:var(--s4);padding-block:var(--s4);grid-template-columns:minmax(0,1fr)}
@media(min-width:64rem){.recorder{grid-template-columns:minmax(20rem,28rem) minmax(0,1fr);align-items:start}.recorder>.side{grid-column:1/-1;grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
.question{font:600 var(--t4)/1.4 var(--mincho)}.question small{font:400 var(--t2)/1.4 var(--gothic)}
.line-entry{display:flex;flex-wrap:wrap;gap:var(--s2);align-items:center}.line-entry p{flex-basis:100%;font-size:var(--t1)}
.recorder input:not([type=file]){min-height:44px;min-width:0;border:1px solid var(--line-strong);border-radius:var(--r2);background:var(--raise);color:inherit;font:inherit;padding:0 var(--s3)}.line-entry input{flex:1 1 10rem}
.answers{display:grid;gap:var(--s2);grid-template-columns:repeat(auto-fill,minmax(min(100%,12rem),1fr))}
.answer{display:grid;gap:.1rem;width:100%;height:100%;min-height:44px;min-width:44px;align-content:center;text-align:left;padding:.3rem var(--s3);border:1px solid var(--line-strong);border-left:4px solid var(--c);border-radius:var(--r2);background:var(--ct);font-size:var(--t2);line-height:1.4}.recorder[aria-busy] .answer{cursor:progress}
.picked{background:var(--sunk);border-radius:var(--r2);padding:var(--s2) var(--s3);display:grid;gap:var(--s2)}
.recorder [data-may]{outline:2px dashed var(--focus);outline-offset:1px}.recorder [data-may]:focus-visible{outline:3px solid var(--focus)}
.drafts{display:grid;gap:var(--s3)}.drafts>li{display:flex;flex-wrap:wrap;gap:var(--s2);align-items:center}.drafts .alert{flex-basis:100%}
.written-text{min-height:14rem;white-space:pre;overflow:auto;line-height:1.5}.recorder mark{background:var(--bad);color:var(--surface)}
.check{display:flex;flex-wrap:wrap;gap:var(--s3);align-items:end}details.panel>summary{padding:var(--s3) var(--s4);min-height:44px}
.told{display:flex;gap:var(--s2);align-items:center;justify-content:space-between;padding:0 var(--s2) 0 var(--s4);font-size:var(--t2);min-height:44px}.until{flex:none}
.recorder pre{white-space:pre-wrap;margin:0}.troubles:empty{display:none}.said{color:var(--ok)}
.recorder .alert{white-space:normal;display:grid;gap:var(--s2);justify-items:start}.ends{padding:0 var(--s4) var(--s3)}
.late{animation:late 1s step-end}@keyframes late{from{visibility:hidden}}
`;
