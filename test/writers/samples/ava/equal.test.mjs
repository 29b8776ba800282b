import test from 'ava';

test('adds', (t) => t.pass());
