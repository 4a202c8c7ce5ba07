// The look of the boards: places, cards in their sizes, figures.
export const BOARD_STYLES = `
.moment{font-size:var(--t2);line-height:1.5;min-height:3rem}
.btn.plain[aria-pressed=true]{background:var(--ink);color:var(--on-ink)}
.table{display:grid;gap:var(--s3);min-width:0}.own{display:grid;gap:var(--s3);min-width:0}
.seat{display:flex;flex-wrap:wrap;gap:var(--s1) var(--s3);align-items:center}.seat h3{font:600 var(--t4)/1.3 var(--mincho)}
.seat .now,.asked{font-size:var(--t1);border-radius:99px;padding:.1rem var(--s3);font-weight:600}.seat .now{background:var(--ink);color:var(--on-ink)}
.asked{color:var(--open);background:var(--open-t);border:1px dashed}
.figures{margin-left:auto;display:flex;flex-wrap:wrap;gap:var(--s1) var(--s4);align-items:baseline}
.stat{display:inline-flex;gap:var(--s1);align-items:baseline;font-size:var(--t2)}.sl{font-size:var(--t1);color:var(--ink-2)}
.stat.large b{font-size:var(--t5);line-height:1.1}
.chip{display:inline-block;font-size:var(--t1);font-weight:700;border-radius:99px;padding:0 .4rem;margin-left:.25rem;background:var(--ok-t);color:var(--ok)}.chip.less{background:var(--bad-t);color:var(--bad)}
.place{background:var(--sunk);border-radius:var(--r2);padding:clamp(.35rem,1.5vw,.5rem);min-width:0}.place>.zh,.going>.zh{font-weight:600;font-size:var(--t1);color:var(--ink-2);margin-bottom:var(--s1)}.zh b{color:var(--ink)}
.abreast,.band,.stackwise{display:flex;flex-wrap:wrap;gap:var(--s2);align-items:stretch;min-width:0}.abreast:empty{display:none}.abreast>*{flex:1 1 10rem}.abreast>.piles{flex:1 1 8rem}.abreast>.wide{flex:2 1 16rem}
.stackwise{align-content:flex-start}.stackwise>*{flex:1 1 9rem}
.band{background:light-dark(#e2ded2,#20262e);border-block:1px solid var(--line-strong);margin-inline:calc(-1*var(--s3));padding:var(--s2) var(--s3)}.band>.place{background:none;flex:1 1 16rem;padding:var(--s1) var(--s2)}.band>.piles{flex:0 1 auto}
.row{display:grid;gap:.3rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,9.1rem),1fr))}.row>.tile{min-width:0}
.tiles>.row{grid-template-columns:repeat(auto-fill,minmax(min(100%,5.6rem),1fr))}
.card.mini{min-width:0;max-width:14rem;gap:.2rem;padding:.3rem .3rem .3rem .5rem}
.attribute{display:inline-flex}.refused{font-size:var(--t2);color:var(--bad);background:var(--bad-t);border-radius:var(--r2);padding:var(--s1) var(--s2)}.ghost{display:inline-block;border:2px dashed var(--bad);border-radius:var(--r1);padding:0 .4rem;background:var(--surface);color:var(--bad);font-size:var(--t2)}
.barred{outline:2px dashed var(--bad);outline-offset:-1px}.barred:focus-visible{outline:3px solid var(--focus);outline-offset:2px}.coming{display:flex;flex-wrap:wrap;gap:var(--s1);margin-top:var(--s1)}
.sign{width:1em;height:1em;fill:var(--c);flex:none}
.tile{display:inline-flex;align-items:center;gap:.2rem;min-height:2.25rem;min-width:5.4rem;padding:.2rem .25rem;border:1px solid var(--c);border-radius:var(--r1);background:var(--ct);font-size:var(--t1);line-height:1.2;text-align:left}
.tile .name{font-weight:600}
.pile{display:flex;gap:var(--s3);align-items:flex-start}.piled{display:grid;gap:var(--s1);min-width:0;flex:0 1 auto}.piled details>summary{font-size:var(--t1);min-height:1.75rem}
.stack{flex:none;width:1.7rem;height:2.3rem;border:1px solid var(--line-strong);border-radius:var(--r1);background:repeating-linear-gradient(45deg,var(--surface) 0 4px,var(--line) 4px 8px);box-shadow:2px 2px 0 var(--surface),3px 3px 0 var(--line-strong)}
.stack.none{background:none;border-style:dashed;box-shadow:none}
.three{display:grid;grid-template-columns:repeat(3,minmax(0,8.5rem));justify-content:center;gap:var(--s2) clamp(var(--s2),2vw,var(--s4))}
.slot{display:grid;place-items:center;min-height:7.5rem;border:1px dashed var(--line-strong);border-radius:var(--r2);font-size:var(--t1);color:var(--ink-2)}
.unit{display:grid;gap:var(--s1);align-content:start;min-width:0}.unit>.back{width:100%;min-height:7.5rem}
.whole{position:relative;overflow:hidden;display:grid;grid-template:auto 1fr auto auto/1fr auto;gap:0 .25rem;align-items:center;width:100%;min-height:7.5rem;padding:.5rem .4rem .3rem;border:1px solid var(--line-strong);border-top:4px solid var(--c);border-radius:var(--r2);background:var(--ct);text-align:left;font-size:var(--t2);line-height:1.3}
.whole>*{position:relative}.whole .cost{justify-self:start}.whole .name{grid-column:1/-1;text-align:center;font-weight:600}.whole .small{grid-column:1/-1;font-size:var(--t1);color:var(--ink-2);text-align:center}.whole .id{grid-column:1/-1;justify-self:end;font-size:var(--t1);color:var(--ink-2)}
.whole .mark-of{position:absolute;right:-12%;bottom:-6%;opacity:.16;font-size:5.5rem;line-height:0}
.unit.aimed>.whole,.unit.aimed>.back{box-shadow:0 0 0 3px var(--fire)}.unit>.lies{justify-self:center}
.done{font-size:var(--t1);line-height:1.5;background:var(--ok-t);border-radius:var(--r1);padding:.1rem .3rem}
.ref{border:1px solid var(--line-strong);border-left:3px solid var(--c);border-radius:var(--r1);background:var(--ct);font-size:var(--t1);line-height:1.4;padding:.1rem .35rem;margin:.05rem .1rem;min-height:1.5rem}
.going{display:grid;gap:var(--s1);background:var(--open-t);border-radius:var(--r2);padding:var(--s2);font-size:var(--t2)}
.left{display:flex;flex-wrap:wrap;gap:.15rem var(--s2);align-items:center}.left .backs,.bit .backs{display:inline-flex}.left .bit+.bit{border-left:2px solid var(--line-strong);padding-left:.7rem}.bit{display:inline-flex;flex-wrap:wrap;gap:.1rem .35rem;align-items:center}.left>.bit{column-gap:.7rem}
.magic{display:flex;flex-wrap:wrap;gap:var(--s1);align-items:center;font-size:var(--t1)}.magic.down .card.mini{border-style:dashed}
.lies{font-size:var(--t1);border:1px solid var(--line-strong);border-radius:var(--r2);padding:0 .4rem;text-align:center;line-height:1.35}.lies.on{background:var(--ink);color:var(--on-ink)}.zh .lies{display:inline-block}
.meter{display:inline-flex;gap:2px}.meter i{width:.55rem;height:.8rem;border:1px solid var(--line-strong);border-radius:2px}.meter i.on{background:var(--ink)}
.board{container-type:inline-size}
.kind{display:inline-grid;place-items:center;width:1.6em;height:1.6em;border-radius:var(--r1);background:var(--c);color:var(--surface);font-weight:700}
.figs{display:inline-flex;flex-wrap:wrap;gap:0 .35rem;align-items:center;font-weight:700}.fig{display:inline-flex;gap:.1rem;align-items:center;white-space:nowrap}.fig.inf{font-weight:400}
.card.mini .figs{flex-direction:column;align-items:flex-start;line-height:1.2;font-size:var(--t1)}.wounds{color:var(--bad);font-weight:700;letter-spacing:.05em}
.lines{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:var(--s2)}.line{display:grid;gap:var(--s2)}
.foe{box-shadow:inset 0 3px 0 var(--bad)}.friend{box-shadow:inset 0 3px 0 var(--water)}
.fighter{display:grid;gap:var(--s1);min-width:0}.fighter>.back{width:100%;min-height:4.4rem}.fighter .whole{min-height:4.4rem}.fighter .whole .name{grid-column:1/-1;text-align:left}.fighter .whole .figs{grid-column:1/-1;align-self:end}.fighter.down .whole{border-style:dashed;border-top-style:solid}.fighter.hurt .whole{box-shadow:0 0 0 2px var(--bad)}
.line>li:first-child .whole{border-width:2px;border-top-width:5px;border-color:var(--ink)}
.purse,.cubes{display:inline-flex;gap:var(--s1) var(--s2);align-items:center;flex-wrap:wrap;font-size:var(--t2)}.cubes{gap:.2rem;font-weight:600}
.cube{width:.85rem;height:.85rem;border-radius:3px;border:1px solid #0006}.cube.green{background:#4f9a4a}.cube.yellow{background:#e3bb2c}.cube.blue{background:#2f6fc4}
.track{display:flex;gap:2px}.track>span{flex:1 1 0;min-width:0;height:2.2rem;display:grid;place-items:center;border-radius:var(--r1);font-size:var(--t1);color:var(--ink-2);background:var(--surface)}.track>.near{background:var(--fire-t)}.track>.far{background:var(--water-t)}.track>.was{border:2px dashed var(--line-strong)}.track>.here{background:var(--ink);color:var(--on-ink);font-weight:700;font-size:var(--t3)}
.life{display:flex;gap:var(--s2)}.lv{display:grid;flex-basis:0;min-width:0}.lv small{font-size:var(--t1);color:var(--ink-2);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.lives{display:flex;gap:2px}
.lives i{flex:1 1 0;min-width:0;text-align:center;font-style:normal;font-size:var(--t1);border:1px solid var(--line-strong);border-radius:3px;color:var(--ink-2);line-height:1.5}.lives .on{background:var(--ok-t);color:var(--ok);border-color:var(--ok)}.lives .here{background:var(--ok);color:var(--surface);font-weight:700}.lives i{white-space:nowrap}.lv{min-width:1.45rem}.print{font-weight:400}.times{position:absolute;right:.2rem;top:0;font-size:var(--t1);color:var(--bad)}.lives .bad.on{background:var(--bad);color:var(--surface);border-color:var(--bad)}
.fought{display:flex;flex-wrap:wrap;gap:var(--s3);align-items:center;justify-content:center}.fought .three{grid-template-columns:minmax(8.5rem,10rem)}.fought .figures{margin:0}.fought .slot{min-height:4rem}
.stacks{display:grid;gap:var(--s2);grid-template-columns:repeat(auto-fill,minmax(min(100%,7.8rem),1fr))}.costs{display:grid;gap:2px;padding-left:var(--s3)}.paid{display:flex;gap:var(--s1);align-items:center}.paid .tile{flex:0 1 5.4rem;min-width:2.75rem}.signs{flex:none;display:grid;justify-items:start;white-space:nowrap}.paid{font-size:var(--t1)}.paid.down .tile{border-style:dashed}
.whole .wide{grid-column:1/-1;justify-self:center}.status{display:inline-flex;border:1px solid var(--c);border-radius:var(--r1);overflow:hidden;font-size:var(--t1);font-weight:700}.status>span{padding:0 .4rem;border-left:1px solid var(--c)}.status>span:first-child{border-left:0}
.card.mini.tall{grid-template-columns:auto 1fr auto}.card.mini.tall .status{grid-column:1/-1;justify-self:end}.marks{font-size:var(--t1);font-weight:700;color:var(--c)}
.place.down>.row>:is(.card,.tile){border-style:dashed}.piles:has(>.pile>.piled>.row>.clad){flex-basis:14rem}
.circuit{display:grid;align-content:space-between;justify-items:center;min-width:0;width:100%;min-height:3.4rem;padding:.25rem .1rem;border:1px solid var(--c);border-top:4px solid var(--c);border-radius:var(--r1);background:var(--ct);line-height:1.2}.circuit .name{font-weight:700;font-size:var(--t2)}.circuit .icons{display:flex;gap:.25rem;font-size:var(--t1);color:var(--ink-2);min-height:1.2em}
.and-grass{--d:var(--grass);--dt:var(--grass-t)}.and-fire{--d:var(--fire);--dt:var(--fire-t)}.and-sky{--d:var(--sky);--dt:var(--sky-t)}.and-water{--d:var(--water);--dt:var(--water-t)}.circuit[class*=and-]{border-right-color:var(--d);border-bottom:4px solid var(--d);background:linear-gradient(135deg,var(--ct) 50%,var(--dt) 50%)}
.row:has(>.circuit){grid-template-columns:repeat(auto-fill,minmax(3.6rem,4.2rem))}
.party{display:flex;flex-wrap:wrap;gap:var(--s2)}.party .unit{flex:1 1 5.4rem;max-width:9.5rem}.party .whole .wide{justify-self:stretch;justify-content:center}.party .meter{display:flex}.party .meter i{flex:1}
.small .bit{margin-right:.25rem}.foe-card.whole{min-height:5rem}.foe-card .marks{justify-self:start}.hp{display:flex;flex-wrap:wrap;gap:var(--s1);align-items:baseline;margin-top:var(--s1)}.hp b{font-size:var(--t4)}.gauge{flex:1 1 6rem;height:.8rem;border:1px solid var(--line-strong);border-radius:99px;overflow:hidden;align-self:center;background:var(--surface)}.gauge i{display:block;height:100%;background:var(--bad)}
.band>.facing{flex:2 1 13rem}.band>.stackwise{flex:1 1 13rem}.band>.stackwise>.place{background:none}.stackwise>.piles{flex:1 1 9rem}
.magic,.fighter,.paid{border-radius:var(--r2)}.table .new{box-shadow:0 0 0 2px var(--ok)}
.who-1{--p:light-dark(#b0276b,#ff8cc0)}.who-2{--p:light-dark(#1f5fb0,#8ab8ff)}.who-3{--p:light-dark(#2e7a3a,#8fd39a)}.who-4{--p:light-dark(#8a5a00,#e3bf5c)}
.seatchip{display:inline-block;background:var(--p);color:var(--surface);border-radius:99px;font-size:var(--t1);font-weight:700;padding:0 .5rem;max-width:100%}.witch{border-left:5px solid var(--p);padding-left:.3rem}.witch .row{grid-template-columns:repeat(auto-fill,minmax(min(100%,8.4rem),1fr))}.tile.mine{border:2px solid var(--p);background:var(--raise);padding-inline:.5rem}
.people{display:grid;gap:var(--s4) var(--s3);align-items:start;grid-template-columns:repeat(auto-fit,minmax(min(100%,18.5rem),1fr))}.left-on{margin-left:0}
.card.mini.priced{grid-template-columns:auto 1fr auto auto}.price{font-weight:700;font-size:var(--t1);border:1px solid var(--line-strong);border-radius:3px;padding:0 .3rem;background:#e3bb2c;color:#1e2227}.band.sequence{display:grid;gap:var(--s2)}.band.sequence .place{background:none}
.slots{display:grid;gap:.3rem;grid-template-columns:repeat(2,minmax(0,1fr))}.slots>li{display:grid;gap:.2rem;align-content:start;min-width:0;background:var(--surface);border:1px solid var(--line-strong);border-radius:var(--r2);padding:.3rem}@container(min-width:60rem){.slots{grid-template-columns:repeat(7,minmax(0,1fr))}}.slots .row{grid-template-columns:minmax(0,1fr)}.slots .now-on{outline:3px solid var(--ink)}.slots .slot{min-height:2.4rem}.slots .cladslot{background:var(--fire-t);border-color:var(--fire)}
.turncard{border-left:4px solid var(--p);padding-left:.2rem;display:grid;gap:.15rem;justify-items:start}.turncard .row{width:100%}.card.mini.skill{grid-template-columns:auto minmax(0,1fr)}.card.mini.skill .figs{grid-column:1/-1;flex-direction:row}.skill .kind{width:auto;padding:0 .25rem;font-size:var(--t1)}
.card.mini.clad{grid-template-columns:auto minmax(0,1fr) auto}.pattern{width:2.6rem;height:2.6rem;flex:none}.pattern .ground{fill:var(--surface);stroke:var(--line-strong)}.pattern .attack{fill:var(--bad);opacity:.75}.pattern .head,.pattern .tail{fill:var(--none)}.pattern .drop{fill:var(--water)}.pattern .me{fill:var(--ink)}
.torus{display:grid;gap:3px;max-width:31rem;margin-inline:auto}.torus>li{position:relative;aspect-ratio:1;min-width:0;overflow:hidden;display:flex;flex-wrap:wrap;gap:1px;align-content:center;align-items:center;justify-content:center;background:var(--surface);border:1px solid var(--line);border-radius:var(--r1);padding-top:.8rem}.torus>.danger{background:repeating-linear-gradient(45deg,var(--bad-t) 0 8px,var(--surface) 8px 12px);border:2px solid var(--bad)}.torus>.was{border:2px dashed var(--line-strong)}
.xy{position:absolute;left:.2rem;top:0;font-size:var(--t1);color:var(--ink-2);line-height:1.3}.piece{display:inline-flex;align-items:center;gap:2px;font-size:var(--t1);font-weight:700;line-height:1.1;border-radius:99px;padding:.1rem .25rem;max-width:100%}.piece svg{width:1.1rem;height:1.1rem;flex:none;fill:currentColor}
.theclad{background:var(--ink);color:var(--on-ink);flex-direction:column;border-radius:var(--r1)}.legion{color:var(--none);flex-direction:column;gap:0}.piece>span{white-space:nowrap}.disc{padding-inline:.1rem;background:var(--p);color:var(--surface);flex-direction:column;border-radius:var(--r1)}.disc>span{font-weight:400;white-space:nowrap}.piece.stones{color:var(--water);background:var(--water-t)}.token{position:absolute;right:0;top:1rem;border:1px solid var(--p);color:var(--p);border-radius:var(--r1);padding-inline:0}
@container(max-width:26rem){.pile:has(>.piled>.row) .stack{display:none}}
@container(max-width:32rem){.crowded .piece>span:not(.vh){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}
@container(min-width:32rem){.slots{grid-template-columns:repeat(4,minmax(0,1fr))}.theclad svg{width:1.8rem;height:1.8rem}}
@container(min-width:36rem){.lines{grid-template-columns:minmax(0,1fr)}.line{grid-template-columns:repeat(5,minmax(0,1fr))}.fighter .whole,.fighter>.back{min-height:7rem}}
@media(pointer:coarse){.tile,.ref,details>summary,.piled details>summary,select,.place-link,.legal a,dialog label,.drop label{min-height:44px}.ref,.tile{min-width:44px}.place-link,.legal a{min-width:44px;padding:.6rem .3rem}.legal a{display:inline-block}details>summary{padding:.65rem 0}dialog label{display:flex;align-items:center;gap:var(--s2)}input[type=checkbox]{width:1.5rem;height:1.5rem}input[type=file]{min-height:44px;max-width:100%}}
@media print{.btn.plain{display:none}.band{background:none}}
`;
