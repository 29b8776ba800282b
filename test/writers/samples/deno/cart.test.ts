function equal(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${actual} is not ${expected}`);
}

Deno.test('adds', () => equal(1 + 1, 2));
Deno.test('pays', () => equal('card', 'cash'));
Deno.test({ name: 'is skipped', ignore: true, fn() {} });
Deno.test('prints', () => console.log('printed by a test'));
Deno.test('has "quotes" & <angles>', () => {});
Deno.test('has an equal', () => {});
Deno.test('has an equal', () => {});
for (const price of [1, 2]) Deno.test(`costs ${price}`, () => equal(price > 0, true));
Deno.test('group', async (t) => {
  await t.step('is nested', () => {});
  await t.step('fails inside', () => equal(1, 2));
  await t.step({ name: 'is skipped inside', ignore: true, fn() {} });
});
Deno.test('leaks', () => {
  setTimeout(() => {}, 10_000);
});
