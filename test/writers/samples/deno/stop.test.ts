Deno.test.afterAll(() => {
  throw new Error('cannot tear down');
});
Deno.test('is counted', () => {});
