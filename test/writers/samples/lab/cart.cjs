const Lab = require('@hapi/lab');
const assert = require('node:assert');

const lab = Lab.script();
exports.lab = lab;
lab.describe('cart', () => {
  lab.test('adds', () => assert.equal(1 + 1, 2));
  lab.test('pays', () => assert.equal('card', 'cash', 'by card'));
  lab.test('is skipped', { skip: true }, () => {});
  lab.test('ships later');
  lab.test('prints', ({ note }) => {
    note('a note');
    console.log('printed by a test');
  });
  lab.test('has "quotes" & <angles>', () => {});
  lab.test('times out', { timeout: 50 }, () => new Promise((resolve) => setTimeout(resolve, 300)));
  lab.test('has an equal', () => {});
  lab.test('has an equal', () => {});
  for (const price of [1, 2]) lab.test(`costs ${price}`, () => assert.ok(price));
  let attempts = 0;
  lab.test('is flaky', { retry: 2 }, () => {
    attempts += 1;
    assert.equal(attempts, 2);
  });
  lab.describe('group', () => {
    lab.test('is nested', () => {});
  });
});
