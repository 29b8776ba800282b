import { test as base } from '@playwright/test';
import { openShop } from '../shop/shopServer';

/** Every test process has its own shop, so that several can run on one machine. */
export const test = base.extend<object, { shopUrl: string }>({
  shopUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the requested fixtures here
    async ({}, use) => {
      const shop = await openShop();
      await use(shop.url);
      await shop.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ shopUrl }, use) => use(shopUrl),
});

export { expect } from '@playwright/test';
