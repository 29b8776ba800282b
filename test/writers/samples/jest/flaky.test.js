jest.retryTimes(1);
let tries = 0;

test('is flaky', () => {
  tries += 1;
  if (tries < 2) throw new Error('first try');
});
