const { total, discount, greeting } = require('../src/cart');
const { amountDue } = require('../src/invoice');
test('adds up a cart with a removed line', () => expect(total('c2')).toBe(0));
test('adds up a mixed cart', () => expect(total('c3')).toBe(1));
test('gives a discount from 50', () => {
  expect(discount(50)).toBe(45);
});
test('greets with a comma', () => {
  expect(greeting('Ann')).toBe('Hello, Ann');
});
test('computes the amount due', () => expect(amountDue({ count: 2 })).toBe(6));
test('computes the amount due of nothing', () => expect(amountDue({ count: 0 })).toBe(0));
