import test from 'brittle';

test('is counted', (t) => t.pass());
test('times out', { timeout: 50 }, async (t) => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  t.pass();
});
test('is never reached', (t) => t.pass());
