import type { Locator, Page } from 'playwright-core';

/** A mouse or a finger that carries things of a page. */
export type Pointer = {
  /** Takes hold of the middle of a thing. */
  press(thing: Locator): Promise<void>;
  /** Carries what it holds to the middle of another thing, by several steps as a hand does. */
  carryTo(thing: Locator): Promise<void>;
  release(): Promise<void>;
};

const stepsOfCarrying = 8;

type Point = { x: number; y: number };

async function middleOf(thing: Locator): Promise<Point> {
  const box = await thing.boundingBox();
  if (!box) throw new Error(`not shown: ${thing}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export function makeMouse(page: Page): Pointer {
  return {
    async press(thing) {
      const { x, y } = await middleOf(thing);
      await page.mouse.move(x, y);
      await page.mouse.down();
      // A click is no carrying yet.
      await page.mouse.move(x, y + 6, { steps: 2 });
    },
    async carryTo(thing) {
      const { x, y } = await middleOf(thing);
      await page.mouse.move(x, y, { steps: stepsOfCarrying });
    },
    release: () => page.mouse.up(),
  };
}

/** @param page of a browser context that has touch */
export async function makeFinger(page: Page): Promise<Pointer> {
  const devtools = await page.context().newCDPSession(page);
  let at: Point = { x: 0, y: 0 };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    async press(thing) {
      at = await middleOf(thing);
      await touch('touchStart', [at]);
    },
    async carryTo(thing) {
      const from = at;
      at = await middleOf(thing);
      for (let step = 1; step <= stepsOfCarrying; step++) {
        const part = step / stepsOfCarrying;
        await touch('touchMove', [{ x: from.x + (at.x - from.x) * part, y: from.y + (at.y - from.y) * part }]);
      }
    },
    async release() {
      await touch('touchEnd', []);
    },
  };
}
