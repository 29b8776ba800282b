import test, { hook, skip, todo } from 'brittle';

hook('sets up', (t) => t.pass('is ready'));
test('adds', (t) => t.is(1 + 1, 2));
test('pays', (t) => t.is('card', 'cash', 'by card'));
skip('is skipped', (t) => t.pass());
todo('ships later', (t) => t.fail());
test('prints', (t) => {
  t.comment('printed by a test');
  t.pass();
});
test('has "quotes" & <angles>', (t) => t.pass());
for (const price of [1, 2]) test(`costs ${price}`, (t) => t.ok(price));
test('has an equal', (t) => t.pass());
test('has an equal', (t) => t.pass());
test('group', async (t) => {
  await t.test('is nested', (inner) => inner.pass());
});
