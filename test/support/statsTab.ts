import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** The body of a table as texts, row by row. */
export async function rowsOf(page: Page, table: string): Promise<string[]> {
  const rows = page.getByRole('table', { name: table, exact: true }).getByRole('row');
  await rows.nth(1).waitFor();
  return (await rows.allInnerTexts()).slice(1).map((row) => row.replace(/\s+/g, ' ').trim());
}

/** What a button of the page saves, by the names of its columns; texts have no commas in them. */
export async function savedRows(page: Page, button = 'CSV'): Promise<Record<string, string>[]> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const text = (await readFile(await (await saving).path(), 'utf8')).replace(/^\uFEFF/, '').trim();
  const [head = '', ...lines] = text
    .split(/\r?\n/)
    .map((line) => line.replaceAll(/"([^"]*)"/g, (_, own) => own.replaceAll(',', '')));
  const titles = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, at) => [titles[at] ?? '', value])));
}

/** @returns the address that the tab copies; the page may read what is copied */
export async function copiedLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  return page.evaluate<string>('navigator.clipboard.readText()');
}
