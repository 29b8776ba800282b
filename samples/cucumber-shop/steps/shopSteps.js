import assert from 'node:assert/strict';
import { Given, Then, When } from '@cucumber/cucumber';
import { Cart } from '../shop/cart.js';
import { pay, printInvoice } from '../shop/checkout.js';
import { postage } from '../shop/shipping.js';
import { countShelf } from '../shop/warehouse.js';

const money = (cents) => (cents / 100).toFixed(2);

async function attempt(world, action) {
  try {
    await action();
  } catch (error) {
    world.refusal = error.message;
  }
}

Given('an empty cart', function () {
  this.cart = new Cart();
});

Given('a cart with {int} {string}', async function (quantity, article) {
  this.cart = new Cart();
  await this.cart.add(article, quantity);
});

When('I add {int} {string}', async function (quantity, article) {
  await this.cart.add(article, quantity);
  this.log(`added ${quantity} × ${article}`);
});

When('I try to add {int} {string}', async function (quantity, article) {
  await attempt(this, () => this.cart.add(article, quantity));
});

When('I redeem the voucher {string}', function (voucher) {
  this.cart.redeem(voucher);
});

When('I try to redeem the voucher {string}', async function (voucher) {
  await attempt(this, () => this.cart.redeem(voucher));
});

When('I pay, waiting up to {int} ms', async function (patience) {
  this.payment = await pay(this.cart.total, { patience });
});

When('I print an invoice of {int} lines', async function (lines) {
  this.invoice = await printInvoice(lines);
});

Then('the cart costs {float}', function (total) {
  assert.equal(money(this.cart.total), money(Math.round(total * 100)), 'the total of the cart');
});

Then('the cart holds {int} articles', function (count) {
  assert.equal(this.cart.count, count, 'the number of articles in the cart');
});

Then('I am told {string}', function (message) {
  assert.equal(this.refusal, message);
});

Then('postage to {string} is {float}', function (country, price) {
  const asked = postage(country, this.cart.weight);
  assert.equal(money(asked), money(Math.round(price * 100)), `Postage to ${country} for ${this.cart.weight} g`);
});

Then('I get a receipt', function () {
  assert.match(this.payment.receipt, /^R-\d+$/);
  this.log(`receipt ${this.payment.receipt}`);
});

Then('it has {int} page', function (pages) {
  assert.equal(this.invoice.pages, pages);
});

When('a shelf of {int} boards is counted', async function (boards) {
  this.pieces = await countShelf(boards);
});

Then('{int} pieces are found', function (pieces) {
  assert.equal(this.pieces, pieces, 'the number of pieces on the shelf');
});

Then('the voucher can be used no more', () => 'skipped');
