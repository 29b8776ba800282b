const { expect, test } = require('@playwright/test');
const { hasTotal, openShop, pay } = require('../pages');
test('pays by card', async ({ page }) => {
  await openShop(page, '<button>Pay</button>');
  await pay(page);
});
test('pays by invoice', async ({ page }) => {
  await openShop(page, '<p>Invoice</p>');
  await pay(page);
});
test('shows a total', async ({ page }) => {
  await openShop(page, '<p id="total">46.00</p>');
  await hasTotal(page, '41.40');
});
test('shows a total with shipping', async ({ page }) => {
  await openShop(page, '<p id="total">12.00</p>');
  await hasTotal(page, '10.00');
});
test('counts lines', async ({ page }) => {
  await openShop(page, '<ul><li>1</li></ul>');
  expect(await page.locator('li').count()).toBe(2);
});
test('opens the catalogue', async ({ page }) => {
  await page.goto('http://127.0.0.1:47001/catalogue');
});
