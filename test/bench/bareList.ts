import type { Page } from 'playwright-core';

/**
 * What a browser can do at best with a long list: rows of text and nothing else, those in view in the document. It has
 * `filterBy(text)`, and `change(index)`, which shows another state of a row.
 */
export async function showBareList(page: Page, count: number): Promise<void> {
  await page.setContent('<div id="list" style="height: 640px; overflow: auto"><div id="rows"></div></div>');
  await page.evaluate(`
    const names = Array.from({ length: ${count} }, (_, index) => 'behaves as described in case ' + (index % 50));
    const states = new Uint8Array(${count});
    const rows = document.getElementById('rows');
    let shown = names.map((_, index) => index);
    const show = () => {
      rows.style.height = 32 * shown.length + 'px';
      rows.replaceChildren(...shown.slice(0, 36).map((index) => {
        const row = document.createElement('div');
        row.style.height = '32px';
        row.textContent = names[index] + ' ' + states[index];
        return row;
      }));
    };
    window.filterBy = (text) => {
      shown = names.flatMap((name, index) => (name.includes(text) ? [index] : []));
      show();
    };
    window.change = (index) => {
      states[index] ^= 1;
      window.isWaiting ||= requestAnimationFrame(() => { window.isWaiting = 0; show(); });
    };
    show();
  `);
}
