const t = require('tap');

t.test('adds', (t) => {
  t.equal(1 + 1, 2, 'sums');
  t.end();
});
t.test('pays', (t) => {
  t.equal('card', 'cash', 'by card');
  t.end();
});
t.test('is skipped', { skip: 'no terminal' }, (t) => t.end());
t.test('ships later', { todo: 'next month' }, (t) => t.end());
t.test('prints', (t) => {
  t.comment('printed by a test');
  console.log('printed to the console');
  t.pass('is printed');
  t.end();
});
t.test('has "quotes" & <angles>', (t) => {
  t.pass('is quoted');
  t.end();
});
t.test('times out', { timeout: 50 }, () => new Promise((resolve) => setTimeout(resolve, 3000)));
t.test('has an equal', (t) => {
  t.pass('is equal');
  t.end();
});
t.test('has an equal', (t) => {
  t.pass('is equal');
  t.end();
});
for (const price of [1, 2]) {
  t.test(`costs ${price}`, (t) => {
    t.ok(price, 'has a price');
    t.end();
  });
}
t.test('group', (t) => {
  t.test('is nested', (t) => {
    t.pass('is deep');
    t.end();
  });
  t.end();
});
t.test('hooks', (t) => {
  t.beforeEach((t) => {
    if (t.name === 'has a failed set-up') throw new Error('cannot set up');
  });
  t.afterEach((t) => {
    if (t.name === 'has a failed tear-down') throw new Error('cannot tear down');
  });
  t.test('has a failed set-up', (t) => t.end());
  t.test('has a failed tear-down', (t) => t.end());
  t.end();
});
