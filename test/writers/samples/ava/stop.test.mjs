import test from 'ava';

test.after.always(() => {
  throw new Error('cannot tear down');
});
test('is counted', (t) => t.pass());
