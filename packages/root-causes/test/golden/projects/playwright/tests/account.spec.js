const { expect, test } = require('@playwright/test');
const { openShop, pay } = require('../pages');
test('pays as a member', async ({ page }) => {
  await openShop(page, '<b>Member</b>');
  await pay(page);
});
test('opens the account', async ({ page }) => {
  await page.goto('http://127.0.0.1:47001/account?session=4711');
});
test('sees the banner', async ({ page }) => {
  await openShop(page, '<main></main>');
  await expect(page.getByTestId('banner')).toBeVisible();
});
test('closes the banner', async ({ page }) => {
  await openShop(page, '<main></main>');
  await expect(page.getByTestId('banner')).toBeVisible();
});
test('sees the menu', async ({ page }) => {
  await openShop(page, '<main></main>');
  await expect(page.getByTestId('menu')).toBeVisible();
});
test('has points', async ({ page }) => {
  await openShop(page, '<i>7</i>');
  expect(await page.locator('i').count()).toBe(2);
});
