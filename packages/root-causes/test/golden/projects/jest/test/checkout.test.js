const { total } = require('../src/cart');
const { priceOf } = require('../src/priceClient');
const { api, expectStatus, fixture, freePort } = require('./support');
test('checks a cart out', () => expect(total('c2') + 5).toBe(5));
test.each(['a1', 'b2', 'c3'])('asks for the price of %s', async (sku) => {
  expect((await priceOf(sku, await freePort())).statusCode).toBe(200);
});
test('lists orders', async () => expectStatus(await api('/orders'), 200));
test('shows an order', async () => expectStatus(await api('/orders/17'), 200));
test('shows the profile', async () => expectStatus(await api('/profile'), 200));
test('imports users', () => expect(fixture('users.json')).toHaveLength(2));
test('imports the first user', () => expect(fixture('users.json')[0].name).toBe('Ann'));
test('imports orders', () => expect(fixture('orders.json')).toHaveLength(1));
test('waits for the payment', () => new Promise(() => undefined), 150);
