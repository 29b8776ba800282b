const { expect } = require('@playwright/test');
exports.openShop = (page, body) => page.setContent(`<h1>Shop</h1>${body}`);
exports.pay = async (page) => {
  await page.getByRole('button', { name: 'Pay now' }).click({ timeout: 400 });
};
exports.hasTotal = async (page, total) => {
  await expect(page.locator('#total')).toHaveText(total);
};
