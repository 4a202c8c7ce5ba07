// A picture of a board as SVG, drawn as the browser has laid it out: boxes with their borders, signs, lines of text.

const SIGNS = "http://www.w3.org/2000/svg";
const CLEAR = "rgba(0, 0, 0, 0)";
/** Patterns like that of a card's back are drawn as a tint of its border. */
const TINT = 0.3;

export function pictureOf(board: HTMLElement): string {
  const frame = board.getBoundingClientRect();
  const [width, height] = [round(frame.width), round(frame.height)];
  const parts = [...drawn(board, frame)];
  return `<svg xmlns="${SIGNS}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join("\n")}</svg>\n`;
}

function* drawn(element: Element, frame: DOMRect): Generator<string> {
  if (!element.checkVisibility() || element.matches(".vh")) return;
  if (element instanceof SVGSVGElement) return yield sign(element, frame);
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  if (box.width && box.height) yield* boxed(style, box, frame);
  for (const child of element.childNodes) {
    if (child instanceof Element) yield* drawn(child, frame);
    else if (child instanceof Text) yield* lines(child, style, frame);
  }
}

function* boxed(style: CSSStyleDeclaration, box: DOMRect, frame: DOMRect): Generator<string> {
  const border = parseFloat(style.borderTopWidth), pattern = style.backgroundImage !== "none";
  const plain = style.backgroundColor === CLEAR;
  if (plain && !pattern && !border) return;
  const fill = plain ? (pattern ? `fill="${style.borderTopColor}" fill-opacity="${TINT}"` : 'fill="none"') : `fill="${style.backgroundColor}"`;
  const dashes = style.borderTopStyle === "dashed" ? ` stroke-dasharray="${3 * border}"` : "";
  const stroke = border ? ` stroke="${style.borderTopColor}" stroke-width="${border}"${dashes}` : "";
  const radius = Math.min(parseFloat(style.borderTopLeftRadius) || 0, box.height / 2);
  yield `<rect x="${round(box.left - frame.left + border / 2)}" y="${round(box.top - frame.top + border / 2)}" width="${round(Math.max(box.width - border, 0))}" height="${round(Math.max(box.height - border, 0))}" rx="${round(radius)}" ${fill}${stroke}/>`;
}

/** A sign as it is drawn in the page, with the colours that it has there. */
function sign(element: SVGSVGElement, frame: DOMRect): string {
  const copy = element.cloneNode(true) as SVGSVGElement;
  const box = element.getBoundingClientRect();
  const own = [element, ...element.querySelectorAll("*")], copies = [copy, ...copy.querySelectorAll("*")];
  own.forEach((one, at) => {
    const { fill, stroke, opacity } = getComputedStyle(one);
    for (const [name, value] of Object.entries({ fill, stroke, opacity })) copies[at]!.setAttribute(name, value);
    copies[at]!.removeAttribute("class");
  });
  for (const [name, value] of Object.entries({ x: box.left - frame.left, y: box.top - frame.top, width: box.width, height: box.height })) copy.setAttribute(name, String(round(value)));
  return new XMLSerializer().serializeToString(copy);
}

/** The lines of a text, each where it is. */
function* lines(text: Text, style: CSSStyleDeclaration, frame: DOMRect): Generator<string> {
  const range = document.createRange();
  let said = "", place: DOMRect | null = null, right = 0;
  const line = () => (place && said.trim() ? [written(said.trim(), place, right, style, frame)] : []);
  for (let at = 0; at < text.length; at++) {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    const mark = text.data[at]!;
    if (!place || box.top - place.top > place.height / 2) {
      yield* line();
      said = "";
      // Spaces at the ends of a line are not measured.
      place = mark.trim() ? box : null;
    }
    if (!place) continue;
    said += mark;
    if (mark.trim()) right = box.right;
  }
  yield* line();
}

function written(said: string, place: DOMRect, right: number, style: CSSStyleDeclaration, frame: DOMRect): string {
  const family = style.fontFamily.replaceAll('"', "'");
  return `<text x="${round(place.left - frame.left)}" y="${round(place.top - frame.top + place.height / 2)}" dominant-baseline="central" textLength="${round(right - place.left)}" lengthAdjust="spacingAndGlyphs" font-family="${family}" font-size="${style.fontSize}" font-weight="${style.fontWeight}" fill="${style.color}">${escaped(said)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
