import assert from 'node:assert/strict';
import { mkdirSync, openSync, writeSync } from 'node:fs';
import test from 'node:test';
import { backoff } from '../src/queue.mjs';

const write = (text) => writeSync(openSync('/dev/full', 'w'), text);
const fresh = (name) => mkdirSync(`/proc/${process.pid}/${name}`);
const isSlower = (one, other) => assert.ok(backoff(one) > 2 * backoff(other), `${one} is not slower than ${other}`);
test('stores a job', () => assert.equal(write('a'), 1));
test('stores a large job', () => assert.equal(write('b'.repeat(9000)), 9000));
test('has a folder for results', () => assert.ok(fresh('results')));
test('is slower the second time', () => isSlower(2, 1));
test('is slower the third time', () => isSlower(3, 2));
test('is asked in time', { timeout: 80 }, () => new Promise((resolve) => setTimeout(resolve, 5_000)));
