import type { Page } from 'playwright-core';

/** In the page, as Node's program knows no document. */
const measure = (selector: string) => `(() => {
  const seen = [];
  const walker = document.createTreeWalker(document.querySelector(${JSON.stringify(selector)}), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim();
    const parent = node.parentElement;
    if (text === '' || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      const box = { node, text, left, top, right, bottom };
      for (let around = parent; around; around = around.parentElement) {
        const { overflow, clip, display } = getComputedStyle(around);
        if (display === 'inline' || (overflow === 'visible' && clip === 'auto')) continue;
        const edge = around.getBoundingClientRect();
        box.left = Math.max(box.left, edge.left);
        box.right = Math.min(box.right, edge.right);
        box.top = Math.max(box.top, edge.top);
        box.bottom = Math.min(box.bottom, edge.bottom);
      }
      if (box.right - box.left > 1 && box.bottom - box.top > 1) seen.push(box);
    }
  }
  const wrong = seen
    .filter(({ right }) => right > document.documentElement.clientWidth + 1)
    .map(({ text }) => text + ' reaches beyond the window');
  for (const [index, one] of seen.entries()) {
    for (const other of seen.slice(index + 1)) {
      // A text that is cut off has two boxes, one of them for the dots.
      if (one.node === other.node) continue;
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (width > 1 && height > 1) wrong.push(one.text + ' covers ' + other.text);
    }
  }
  return { texts: seen.map(({ text }) => text), wrong };
})()`;

/**
 * Looks at where the texts within an element are seen: what an ancestor cuts off does not count, nor what is there for
 * screen readers alone.
 * @returns the texts, and what is wrong: two that cover each other by more than a pixel both ways, or one that reaches
 * beyond the window
 */
export function laidOutTexts(page: Page, selector: string): Promise<{ texts: string[]; wrong: string[] }> {
  return page.evaluate<{ texts: string[]; wrong: string[] }>(measure(selector));
}
