Deno.test.beforeAll(() => {
  throw new Error('cannot set up');
});
Deno.test('never starts', () => {});
