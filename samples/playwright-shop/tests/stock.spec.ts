import { expect, test } from './shopTest';

test.describe('Stock', () => {
  test('is shown in the end', { tag: '@slow' }, async ({ page }) => {
    for (let visit = 1; visit <= 3; visit += 1) {
      await page.goto('/');
      await expect(page.getByText('12 in stock')).toBeVisible();
      console.log(`visit ${visit}: the stock is shown`);
    }
  });

  test('is shown quickly', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('48 in stock')).toBeVisible({ timeout: 650 });
  });
});
