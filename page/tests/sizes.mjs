// What is too small for a thumb.
export const LEAST = 44;

/** Runs in the page: what is to be touched and is smaller than a thumb, and what lies on top of another. */
export function small(least) {
  const all = [...document.querySelectorAll("button,a[href],select,summary,input,textarea,label:has(input)")].filter((one) => one.checkVisibility() && !one.matches(".skip") && !one.closest("label:has(input)")?.contains(one.parentElement));
  const boxes = all.map((one) => ({ one, box: one.getBoundingClientRect() }));
  return boxes.filter(({ box }) => box.width < least - 0.5 || box.height < least - 0.5).map(({ one, box }) => `${Math.round(box.width)}×${Math.round(box.height)} ${one.outerHTML.replaceAll(/<!--.*?-->/g, "").slice(0, 100)}`).slice(0, 5);
}
