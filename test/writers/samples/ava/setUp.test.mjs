import test from 'ava';

test.before(() => {
  throw new Error('cannot set up');
});
test('never starts', (t) => t.pass());
