import { expect, test } from './shopTest';

test.describe('Cart', () => {
  test('counts what was added', { tag: '@smoke' }, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Add to cart' }).first().click();
    await page.getByRole('button', { name: 'Add to cart' }).last().click();
    await expect(page.getByRole('link', { name: 'Cart (2)' })).toBeVisible();
  });

  test('adds up the prices', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Add to cart' }).first().dblclick();
    await page.goto('/cart');
    await expect(page.locator('#total')).toHaveText('49.80 €');
  });

  test('takes ten percent off with a voucher', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Add to cart' }).first().click();
    await page.goto('/cart');
    await page.getByLabel('Voucher').fill('TEATIME');
    await page.getByRole('button', { name: 'Redeem' }).click();
    await expect(page.getByRole('status')).toHaveText('10 % off');
    await expect(page.locator('#total')).toHaveText('22.41 €', { timeout: 3_000 });
  });

  test('refuses a voucher it does not know', async ({ page }) => {
    await page.goto('/cart');
    await page.getByLabel('Voucher').fill('FREE');
    await page.getByRole('button', { name: 'Redeem' }).click();
    await expect(page.getByRole('status')).toHaveText('This voucher is not valid');
  });
});
