// The look of the card table.
export const OWNER_STYLES = `
.owner{display:grid;gap:var(--s4);padding-block:var(--s4);grid-template-columns:minmax(0,1fr)}
.owner input:not([type=file]):not([type=checkbox]){min-height:44px;min-width:0;max-width:100%;border:1px solid var(--line-strong);border-radius:var(--r2);background:var(--raise);color:inherit;font:inherit;padding:0 var(--s3)}
.owner input[type=checkbox]{width:1.4rem;height:1.4rem;flex:none}.owner label:has([type=checkbox]){min-height:44px;display:inline-flex;align-items:center;gap:var(--s2)}
.owner .alert{white-space:normal}.head-fields label{flex-wrap:wrap}
.deck{display:grid;gap:var(--s4)}.deck table{width:100%;border-collapse:collapse;table-layout:fixed}.deck caption{text-align:left;font:600 var(--t4)/1.4 var(--mincho);padding:var(--s2) 0}
.deck tr{border-top:1px solid var(--line)}.deck col.first{width:9rem}.deck th{text-align:left;vertical-align:top;padding:var(--s2) var(--s2) var(--s2) 0;font-size:var(--t2);line-height:1.4}
.deck td{padding:var(--s2) 0}.deck .number,.field .number{font-family:var(--mono);color:var(--ink-2);font-weight:400}.deck .of-base th bdi{font-weight:400}
.cells{display:flex;flex-wrap:wrap;gap:var(--s2)}
.cell{display:grid;gap:.1rem;align-content:center;text-align:left;min-height:44px;min-width:5.5rem;max-width:100%;padding:.2rem var(--s3);border:1px solid var(--line);border-radius:var(--r2);background:var(--surface);font-size:var(--t2);line-height:1.4}
.cell small{font-size:var(--t1);color:var(--ink-2)}.cell.long{flex-basis:100%}.cell.silent .what{color:var(--ink-2)}
.cell.open{border:1.5px dashed var(--open);background:var(--open-t)}.cell.open .what,.cell.open small{color:var(--open)}
.cell.bad{border:1.5px solid var(--bad);background:var(--bad-t);flex-basis:100%}.cell .from{font-style:italic}
.deck th .btn{white-space:normal;max-width:100%}.slip{color:var(--bad);font-size:var(--t2);font-weight:400}
.field fieldset,.owner fieldset{display:grid;gap:var(--s2);border:1px solid var(--line);border-radius:var(--r2);padding:var(--s2) var(--s3);min-width:0}
.field label,.ways{display:grid;gap:var(--s1);font-size:var(--t2)}.field select{width:100%}.field .checks{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,11rem),1fr));gap:0 var(--s3)}
.field .item{display:grid;gap:var(--s2);justify-items:start}.field .item>*{width:100%}.field .item>.btn{width:auto}.field .btn{white-space:normal}
.field div.from{display:grid;gap:var(--s2);grid-template-columns:repeat(auto-fit,minmax(min(100%,12rem),1fr))}
.field summary,.file>summary{min-height:44px;display:list-item;align-content:center;font-weight:600}
.owner dialog[open]{max-height:calc(100dvh - 2rem);overflow:auto}
@media(max-width:30rem){.deck col.first{width:5.6rem}.deck th{font-size:var(--t1)}.cell{min-width:4.5rem}.head-fields label,.head-fields input,.head-fields select{width:100%}}
`;
