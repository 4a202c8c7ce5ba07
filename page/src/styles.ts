// The look of the page: tokens, frame, parts. Every colour is one light-dark(); the theme only sets color-scheme.
export const STYLES = `
:root{color-scheme:light dark;
--bg:light-dark(#f4f2ec,#121519);--surface:light-dark(#fffefb,#1b1f25);--sunk:light-dark(#ebe8df,#15181d);
--raise:light-dark(#ffffff,#242a32);--line:light-dark(#dcd8cc,#323943);--line-strong:light-dark(#827e72,#6f7884);
--ink:light-dark(#1e2227,#efece5);--ink-2:light-dark(#565b62,#b0b5bc);--on-ink:light-dark(#fffefb,#15181d);
--focus:light-dark(#0a58ca,#8ab8ff);
--fire:light-dark(#b54a1c,#f39468);--fire-t:light-dark(#fbeee6,#33231d);
--water:light-dark(#17658f,#6dbbe4);--water-t:light-dark(#e8f2f7,#1a2b36);
--grass:light-dark(#47702a,#9bc873);--grass-t:light-dark(#eef4e6,#222e1c);
--sky:light-dark(#86620a,#e3bf5c);--sky-t:light-dark(#faf3df,#302a19);
--none:light-dark(#6a5590,#b9a6df);--none-t:light-dark(#f2eef8,#29243a);
--ok:light-dark(#1c6b50,#70cfa8);--ok-t:light-dark(#e4f2ec,#17302a);
--bad:light-dark(#ae1539,#ff8ba0);--bad-t:light-dark(#fdebee,#3a1a23);
--open:light-dark(#73590b,#e2c567);--open-t:light-dark(#f8f0d8,#302a17);
--s1:.25rem;--s2:.5rem;--s3:.75rem;--s4:1rem;--s5:1.5rem;--r1:4px;--r2:8px;--r3:14px;
--t1:.75rem;--t2:.875rem;--t3:1rem;--t4:1.25rem;--t5:1.75rem;
--gothic:"Hiragino Sans","Yu Gothic UI","BIZ UDPGothic",Meiryo,"Noto Sans JP","Noto Sans CJK JP",IPAGothic,system-ui,sans-serif;
--mincho:"Hiragino Mincho ProN","Yu Mincho","Noto Serif JP","Noto Serif CJK JP",Georgia,serif;
--mono:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,monospace}
html:lang(en){--gothic:system-ui,"Segoe UI",Roboto,"Noto Sans","Hiragino Sans","Noto Sans JP",IPAGothic,sans-serif;--mincho:Georgia,"Noto Serif",serif}
[data-theme=light]{color-scheme:light}[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}html{-webkit-text-size-adjust:100%;scroll-padding:4rem 0 6rem}
body{margin:0;background:var(--bg);color:var(--ink);font:400 var(--t3)/1.6 var(--gothic);font-variant-numeric:tabular-nums;line-break:strict;overflow-wrap:anywhere}
h1,h2,h3,h4,p,ul,ol,dl,dd{margin:0;padding:0}ul,ol{list-style:none}h1,h2,h3,h4{font-weight:600;line-height:1.35}
button,select,textarea{font:inherit;color:inherit}button{cursor:pointer}[hidden]{display:none!important}
a{color:inherit;text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:var(--r1)}
.vh{position:absolute!important;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:var(--s4);top:-4rem;background:var(--ink);color:var(--on-ink);padding:var(--s2) var(--s4);z-index:9}.skip:focus{top:var(--s2)}
.muted{color:var(--ink-2)}code{font-family:var(--mono);font-size:.92em;overflow-wrap:anywhere}
.top{position:sticky;top:0;z-index:5;background:var(--bg);border-bottom:1px solid var(--line)}
.top>div,main{max-width:92rem;margin:0 auto;padding-inline:clamp(var(--s3),2.2vw,2rem)}
.top>div{display:flex;align-items:center;gap:var(--s2);padding-block:var(--s2);flex-wrap:wrap}
.brand{display:flex;align-items:center;gap:var(--s2);font-weight:600}
.seal{display:grid;place-items:center;width:1.75rem;height:1.75rem;border:2px solid var(--bad);color:var(--bad);border-radius:var(--r1);font:700 1rem/1 var(--mincho)}
.tools{margin-left:auto;display:flex;gap:var(--s2);flex-wrap:wrap}
.btn{flex:none;display:inline-flex;align-items:center;justify-content:center;gap:var(--s2);min-height:44px;min-width:44px;padding:0 var(--s3);border:1px solid var(--line-strong);border-radius:var(--r2);background:var(--raise);font-size:var(--t2);font-weight:600;white-space:nowrap}
.btn.main{background:var(--ink);color:var(--on-ink);border-color:var(--ink)}.btn:disabled{color:var(--ink-2);cursor:default;border-style:dashed;background:none}
.head{display:grid;gap:var(--s3);padding-block:var(--s4)}
.head h1{font:600 clamp(1.25rem,.95rem + 1.5vw,1.9rem)/1.3 var(--mincho)}
.bar{display:flex;flex-wrap:wrap;gap:var(--s2) var(--s4);align-items:center}
.bar label{display:flex;align-items:center;gap:var(--s2);font-size:var(--t2)}
select{min-height:44px;max-width:100%;padding:0 var(--s3);border:1px solid var(--line-strong);border-radius:var(--r2);background:var(--surface)}
.verdict{display:inline-flex;flex-wrap:wrap;align-items:baseline;gap:0 var(--s2);padding:.35rem var(--s4);border-radius:99px;font-weight:700;border:1.5px solid;color:var(--open);background:var(--open-t)}
.verdict.ok{color:var(--ok);background:var(--ok-t)}.verdict.bad{color:var(--bad);background:var(--bad-t)}.verdict small{font-weight:500;font-size:var(--t1)}
.cols{display:grid;gap:var(--s4);padding-block:0 2rem;grid-template-columns:minmax(0,1fr)}
.panel{background:var(--surface);border:1px solid var(--line);border-radius:var(--r3);min-width:0}
.panel>h2:not(.vh){font-size:var(--t2);padding:var(--s3) var(--s4);border-bottom:1px solid var(--line)}.panel>.in{padding:var(--s3) var(--s4);display:grid;gap:var(--s3)}
.stage,.side{display:grid;gap:var(--s4);min-width:0;align-content:start}
@media(min-width:46rem){.cols{grid-template-columns:minmax(0,1fr) minmax(0,1fr);align-items:start}.cols>.stage{grid-column:1/-1}}
@media(min-width:78rem){.cols{grid-template-columns:19rem minmax(0,1fr) 22rem}.cols>.stage{grid-column:2;grid-row:1}.cols>.story{grid-column:1;grid-row:1}.cols>.side{grid-column:3;grid-row:1}}
.steps{position:sticky;bottom:0;z-index:4;background:var(--surface);border:1px solid var(--line);border-radius:var(--r3);padding:var(--s2) var(--s3);display:flex;gap:var(--s2);align-items:center;justify-content:space-between}
.steps .where{text-align:center;font-size:var(--t2);line-height:1.35;min-width:0}.steps .where b{display:block}
.steps .did{font-size:var(--t1)}
.board{padding:var(--s3);display:grid;gap:var(--s3)}
.who{display:flex;gap:var(--s2) var(--s4);align-items:baseline;flex-wrap:wrap;border-top:1px solid var(--line);padding-top:var(--s3)}
.who h3{font:600 var(--t4)/1.3 var(--mincho)}.who .now{font-size:var(--t1);background:var(--ink);color:var(--on-ink);border-radius:99px;padding:0 var(--s3);font-weight:600}
.counts{display:flex;flex-wrap:wrap;gap:var(--s1) var(--s4)}.counts div{display:flex;gap:var(--s2);align-items:baseline;font-size:var(--t2)}.counts dt{color:var(--ink-2);font-size:var(--t1)}.counts dd{font-weight:600}
.zones{display:flex;flex-wrap:wrap;gap:var(--s2);align-items:flex-start}
.zone{min-width:0;max-width:100%;flex-grow:1;background:var(--sunk);border-radius:var(--r2);padding:var(--s2)}
.zone>.zh{font-weight:600;display:flex;gap:var(--s2);font-size:var(--t1);color:var(--ink-2);margin-bottom:var(--s1)}.zone>.zh b{color:var(--ink)}
.cards{display:grid;gap:var(--s2);grid-template-columns:repeat(auto-fill,minmax(min(100%,9.3rem),1fr))}
.items{display:grid;gap:var(--s2)}
.item{display:flex;flex-wrap:wrap;gap:var(--s1) var(--s2);align-items:center;font-size:var(--t2)}.item .item{border-left:2px solid var(--line-strong);padding-left:var(--s2)}
.card{display:grid;grid-template-columns:auto 1fr auto;align-items:center;gap:.35rem;min-height:2.75rem;min-width:9.3rem;padding:.3rem .5rem .3rem .6rem;border-radius:var(--r2);border:1px solid var(--line-strong);background:linear-gradient(var(--c),var(--c)) left/4px 100% no-repeat,var(--ct);text-align:left;font-size:var(--t2);line-height:1.3}
[data-a]{--c:var(--ink-2);--ct:var(--raise)}[data-a=fire]{--c:var(--fire);--ct:var(--fire-t)}[data-a=water]{--c:var(--water);--ct:var(--water-t)}[data-a=grass]{--c:var(--grass);--ct:var(--grass-t)}[data-a=sky]{--c:var(--sky);--ct:var(--sky-t)}[data-a=none]{--c:var(--none);--ct:var(--none-t)}
.name{text-wrap:balance}.card .name{font-weight:600}.card .id{font-size:var(--t1);color:var(--ink-2)}
.cost{display:inline-grid;place-items:center;min-width:1.75em;height:1.75em;padding:0 .3em;border-radius:99px;background:var(--c);color:var(--surface);font-weight:700;border:1.5px solid var(--c)}
.cost.inf{background:transparent;color:var(--c);border-style:dashed}
.card.back{background:repeating-linear-gradient(45deg,var(--sunk) 0 6px,var(--line) 6px 12px);min-width:2rem;width:2rem;min-height:2.75rem;padding:0;cursor:default}
.backs{display:flex;flex-wrap:wrap;gap:var(--s1);grid-column:1/-1}
.new{box-shadow:0 0 0 2px var(--ok)}
details>summary{cursor:pointer;font-size:var(--t2);min-height:2rem;padding:.15rem 0}details[open]>summary{margin-bottom:var(--s1)}
.story .go{text-decoration:none;color:inherit}.story{position:relative;max-height:85vh;overflow:auto}@media(min-width:78rem){.cols>.story,.cols>.side{position:sticky;top:4.5rem;max-height:calc(100vh - 5.5rem);overflow:auto}}.story .turn>h3{font:600 var(--t3)/1.4 var(--mincho);padding:var(--s2) var(--s4);border-top:1px solid var(--line)}
.story .go{display:block;width:100%;text-align:left;border:0;background:none;padding:var(--s2) var(--s4);font-size:var(--t2);line-height:1.5;min-height:2.75rem;border-left:3px solid transparent}
.story .go[aria-current]{background:var(--sunk);border-left-color:var(--ink)}
.mark{display:inline-block;font-size:var(--t1);font-weight:600;border-radius:99px;padding:0 var(--s2);margin:.1rem .25rem .1rem 0;color:var(--ok);background:var(--ok-t)}.mark.bad{color:var(--bad);background:var(--bad-t)}
.finding{border-color:var(--bad)}.finding>h2{color:var(--bad);background:var(--bad-t);border-radius:var(--r3) var(--r3) 0 0}.finding.open{border-color:var(--open)}.finding.open>h2{color:var(--open);background:var(--open-t)}
.finding .big{font:600 var(--t4)/1.4 var(--mincho)}.quote{background:var(--sunk);border-radius:var(--r2);padding:var(--s2) var(--s3);font-size:var(--t2)}
.clause{border-left:3px solid var(--line-strong);padding-left:var(--s3);font-size:var(--t2)}.clause b{font-family:var(--mono)}
h3.small{font-size:var(--t1);color:var(--ink-2)}
.legal li{font-size:var(--t2);padding:.15rem 0}
dialog{max-width:min(42rem,calc(100vw - 2rem));width:100%;border:1px solid var(--line-strong);border-radius:var(--r3);background:var(--surface);color:var(--ink);padding:var(--s4)}
dialog::backdrop{background:#0008}dialog .in{display:grid;gap:var(--s3)}dialog dl{display:grid;grid-template-columns:minmax(6rem,auto) 1fr;gap:var(--s1) var(--s3);font-size:var(--t2)}dialog dt{color:var(--ink-2)}
.drop{border:2px dashed var(--line-strong);border-radius:var(--r3);padding:var(--s4);display:grid;gap:var(--s3);background:var(--surface)}
textarea{width:100%;min-height:7rem;border:1px solid var(--line-strong);border-radius:var(--r2);background:var(--raise);padding:var(--s2);font-family:var(--mono);font-size:var(--t2)}
label:has([type=file]){display:inline-grid;align-content:center;min-height:44px;max-width:100%}
.busy{display:flex;flex-wrap:wrap;gap:var(--s3);align-items:center;padding-bottom:var(--s3)}.busy progress{flex:1 1 8rem;max-width:20rem;accent-color:var(--ok)}
.alert{color:var(--bad);background:var(--bad-t);border-radius:var(--r2);padding:var(--s3);white-space:pre-wrap}
.repairs{display:grid;gap:var(--s3)}.repairs>li{display:grid;gap:var(--s2);justify-items:start;border-top:1px solid var(--line);padding-top:var(--s2)}.repairs .quote{width:100%;text-decoration:none;display:block}.repairs ins.quote{color:var(--ok);background:var(--ok-t)}.repairs del.quote{color:var(--bad);background:var(--bad-t)}
.by fieldset{display:grid;gap:var(--s2);border:1px solid var(--line);border-radius:var(--r2);padding:var(--s2) var(--s3);min-width:0}.by{display:grid;gap:var(--s2);width:100%}.by label{display:grid;gap:var(--s1);font-size:var(--t2)}.by input{min-height:44px;min-width:0;border:1px solid var(--line-strong);border-radius:var(--r2);background:var(--raise);color:inherit;font:inherit;padding:0 var(--s3)}
.sheet{display:none}
.places summary{font-size:var(--t1);color:var(--ink-2)}.place-link{display:inline-block;font-size:var(--t2);padding:.15rem .3rem}
@media(max-width:30rem){.brand>span[lang=ja]:not(.seal){display:none}.tools{gap:var(--s1)}.tools .btn{padding:0 .45rem}}
@media(max-height:30rem){.top{position:static}}
@media(forced-colors:active){.meter i,.lives i,.track>span,.cube,.stack,.gauge i{forced-color-adjust:none}}
@media(prefers-reduced-motion:no-preference){.new{transition:box-shadow .24s}}
@media print{:root{color-scheme:light}.top,.steps,.skip,.bar label,.btn,.drop,.tools,shinpan-recorder,shinpan-cards,shinpan-arbiter,.busy{display:none!important}.sheet{display:block}.sheet dl{display:grid;grid-template-columns:8rem 1fr;gap:.25rem 1rem}.cols{display:block}.panel{break-inside:avoid-page;margin-bottom:1rem;border-color:#999}.story.panel{break-inside:auto;max-height:none!important;overflow:visible}.cols .stage{margin-bottom:1rem}body{background:#fff;font-size:10pt}.story ol{columns:2}}
`;
