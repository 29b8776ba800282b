const test = require('tape');

test('cart', (t) => {
  t.equal(1 + 1, 2, 'adds');
  t.equal('card', 'cash', 'pays');
  t.comment('printed by a test');
  t.pass('has "quotes" & <angles>');
  t.skip('is skipped');
  t.end();
});
test('stock', { todo: true }, (t) => {
  t.fail('ships later');
  t.end();
});
test('is all skipped', { skip: 'no terminal' }, (t) => t.end());
test('waits', { timeout: 50 }, (t) => {
  setTimeout(() => t.end(), 300);
});
test('equal', (t) => {
  t.pass('has an equal');
  t.pass('has an equal');
  t.test('group', (inner) => {
    inner.pass('is nested');
    inner.end();
  });
  t.end();
});
for (const price of [1, 2]) {
  test('prices', (t) => {
    t.ok(price, `costs ${price}`);
    t.end();
  });
}
test('plan', (t) => {
  t.plan(2);
  t.pass('is planned');
  t.end();
});
