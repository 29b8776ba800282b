import { expect, test } from './shopTest';

test.describe('Checkout', () => {
  test('is not offered for an empty cart', { tag: '@smoke' }, async ({ page }) => {
    await page.goto('/cart');
    await expect(page.getByRole('button', { name: 'Check out' })).toBeDisabled();
  });

  test('thanks for the order', { tag: ['@smoke', '@slow'] }, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Add to cart' }).nth(1).click();
    await page.goto('/cart');
    await page.getByRole('button', { name: 'Check out' }).click();
    await expect(page.getByRole('status')).toHaveText('Thank you for your order');
    await expect(page.locator('#total')).toHaveText('0.00 €');
  });

  test.skip('sends an invoice by e-mail', async ({ page }) => {
    await page.goto('/invoice');
  });
});
