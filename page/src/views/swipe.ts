// Steps by touch: a stroke to the left goes on, one to the right goes back.
const LEAST = 60;
/** As much farther to the side than up or down, so that scrolling is no stroke. */
const FLAT = 2;

export class Swipe {
  private from: Touch | null = null;

  constructor(private readonly by: (steps: number) => void) {}

  readonly begin = (event: TouchEvent): void => {
    this.from = event.touches.length === 1 ? event.touches[0]! : null;
  };

  readonly end = (event: TouchEvent): void => {
    const [to] = event.changedTouches;
    if (!this.from || !to) return;
    const across = to.clientX - this.from.clientX, down = to.clientY - this.from.clientY;
    this.from = null;
    if (Math.abs(across) >= LEAST && Math.abs(across) >= FLAT * Math.abs(down)) this.by(across < 0 ? 1 : -1);
  };
}
