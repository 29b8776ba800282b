import { expect, test } from './shopTest';

test.describe('Shop', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/');
  });

  test('shows what is sold', { tag: '@smoke' }, async ({ page }) => {
    await expect(page.getByRole('listitem')).toHaveCount(3);
    await expect(page.getByText('24.90 €')).toBeVisible();
  });

  for (const [typed, found] of [
    ['tea', 2],
    ['cup', 1],
    ['kettle', 0],
  ] as const) {
    test(`searching for ${typed} finds ${found}`, async ({ page }) => {
      await page.getByLabel('Search').fill(typed);
      await expect(page.locator('#articles li:visible')).toHaveCount(found);
    });
  }
});
