import test from 'ava';

test.afterEach.always((t) => {
  if (t.title.endsWith('has a failed tear-down')) throw new Error('cannot tear down');
});
test('adds', (t) => t.is(1 + 1, 2));
test('pays', (t) => t.is('card', 'cash', 'by card'));
test.skip('is skipped', (t) => t.pass());
test.todo('ships later');
test.failing('is expected to fail', (t) => t.fail());
test.failing('passes unexpectedly', (t) => t.pass());
test('prints', (t) => {
  t.log('printed by a test');
  console.log('printed to the console');
  t.pass();
});
test('has "quotes" & <angles>', (t) => t.pass());
test('times out', async (t) => {
  t.timeout(50);
  await new Promise((resolve) => setTimeout(resolve, 300));
  t.pass();
});
for (const price of [1, 2]) test(`costs ${price}`, (t) => t.truthy(price));
test('is flaky', async (t) => {
  const first = await t.try((attempt) => attempt.fail());
  first.discard();
  t.pass();
});
test('has a failed tear-down', (t) => t.pass());
