import type { Page } from 'playwright-core';
import { findingsInEveryLook } from './axe.ts';

/** A screen, or a part of one, whose call fails at first, and then finds nothing. */
export type ScreenStates = {
  /** Its path below the account. */
  path: string;
  /** The path of its call below `/api`. */
  call: string;
  /** GET if it is left out. */
  method?: string;
  /** The title of the notice that the call failed. */
  failed: string;
  /** What is shown where there is nothing. */
  empty: string;
};

/** What the service answers when something of its own is wrong. */
export const problem = { code: 'internal', message: 'The store does not answer.', requestId: 'r-17' };

/**
 * Opens a screen whose call the service cannot answer. The screen has to say so, and to show what there is once it is asked
 * to try again, without being loaded again.
 * @returns what axe finds in either state; the page has axe
 */
export async function failsAndRecovers(page: Page, account: string, screen: ScreenStates): Promise<string[]> {
  const { path, call, method = 'GET', failed, empty } = screen;
  const isCall = (asked: URL) => asked.pathname === `/api${call}`;
  await page.route(isCall, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: problem }) : route.fallback(),
  );
  await page.goto(`${account}/${path}`);
  const notice = page.getByRole('alert').filter({ hasText: failed });
  await notice.getByText(problem.message).waitFor();
  await notice.getByText(problem.requestId).waitFor();
  await page.evaluate('window.stays = true');
  const found = (await findingsInEveryLook(page)).map((line) => `failed, ${line}`);
  await page.unroute(isCall);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(empty, { exact: true }).waitFor();
  await notice.waitFor({ state: 'detached' });
  found.push(...(await findingsInEveryLook(page)).map((line) => `empty, ${line}`));
  expect(await page.evaluate('window.stays')).toBe(true);
  return found;
}
