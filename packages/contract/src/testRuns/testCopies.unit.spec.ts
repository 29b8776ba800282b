import type { TestId, TestRunId } from '../ids.ts';
import { copiesOf, parseTestKey, testKeyIn, testKeyOf, testRunTestIdOf } from './testCopies.ts';

const testRunId = '0192f0c1-7b7e-7000-8000-000000000001' as TestRunId;
const [a, b] = ['a' as TestId, 'b' as TestId];

describe("a test's id in a run", () => {
  it('differs between runs, tests and copies', () => {
    const ids = [testRunTestIdOf(testRunId, a), testRunTestIdOf(testRunId, b), testRunTestIdOf(testRunId, a, 2)];
    expect(new Set([...ids, testRunTestIdOf('other' as TestRunId, a)]).size).toBe(4);
  });

  it('is the plain one for the first copy, so that a link to the test works in every run', () => {
    expect([testKeyOf(a, 1), testKeyOf(a, null), testKeyOf(a)]).toEqual(['a', 'a', 'a']);
  });

  it.each([1, 2, 100])('is read back as the test and its copy %i', (copy) => {
    expect(parseTestKey(testKeyIn(testRunId, testRunTestIdOf(testRunId, a, copy)))).toEqual({ testId: a, copy });
  });
});

describe('copies', () => {
  it('are numbered from one, or not at all if there is a single one', () => {
    expect([copiesOf(3), copiesOf(1)]).toEqual([[1, 2, 3], [null]]);
  });
});
