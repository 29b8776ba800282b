import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { backoff, parse, Queue } from '../src/queue.mjs';

test('takes a job', () => new Queue(0).push({ id: randomUUID() }));
test('takes two jobs', () => {
  const queue = new Queue(1);
  queue.push({ id: randomUUID() });
  queue.push({ id: randomUUID() });
});
test('is empty', () => assert.equal(new Queue(1).take(), null));
test('is empty again', () => assert.equal(new Queue(3).take(), undefined));
test('backs off', () => assert.equal(backoff(3), 400));
test('reads a job', () => assert.deepEqual(parse('{"id":1'), { id: 1 }));
test('reads a list', () => assert.deepEqual(parse('[1,2'), [1, 2]));
test('counts jobs', () => assert.equal([1, 2].length, 3));
