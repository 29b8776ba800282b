import { type TestId, testRunTestIdOf } from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';
import { at, documentsOf, recorded } from '../../test/eventOf.ts';
import {
  differed,
  discovered,
  idsOf,
  listed,
  listedCopies,
  lost,
  started,
  testFinished,
  testRunId,
  testStarted,
} from '../../test/runEvents.ts';
import { testRunTests } from './testRunTests.ts';

const testsOf = (...events: DomainEvent[]) => {
  const documents = documentsOf(
    testRunTests,
    events.map((event) => recorded(event)),
  );
  return (name: string) => documents.get(testRunTestIdOf(testRunId, name as TestId));
};

describe('a test of a run', () => {
  it('waits, in its place, once it is listed', () => {
    const test = testsOf(listed('a', 'b'));
    expect(test('b')).toMatchObject({
      listed: true,
      status: 'PENDING',
      order: 100,
      file: 'a.spec.ts',
      line: 1,
      tags: ['@smoke'],
      attempts: [],
    });
  });

  it('is quarantined as it was when the run started', () => {
    const test = testsOf(listed('a', 'b'), started(2, 'b'));
    expect([test('a')?.quarantined, test('b')?.quarantined]).toEqual([false, true]);
  });

  it('runs, and has its result', () => {
    expect(testsOf(listed('a'), testStarted('a'))('a')).toMatchObject({
      status: 'RUNNING',
      attempts: [{ status: 'RUNNING' }],
    });
    const failed = testFinished('a', 'FAIL', { error: 'no', timedOut: true, details: 'blob' });
    expect(testsOf(listed('a'), testStarted('a'), failed)('a')).toMatchObject({
      status: 'FAIL',
      attempts: [{ attempt: 1, status: 'FAIL', error: 'no', timedOut: true, details: 'blob', durationMs: 100 }],
    });
  });

  it('is still running between two attempts, and keeps both', () => {
    const first = [listed('a'), testStarted('a'), testFinished('a', 'FAIL', { final: false })];
    expect(testsOf(...first)('a')?.status).toBe('RUNNING');
    const test = testsOf(...first, testStarted('a', 2), testFinished('a', 'PASS', { attempt: 2, flaky: true }))('a');
    expect(test).toMatchObject({ status: 'PASS', flaky: true, attempts: [{ status: 'FAIL' }, { status: 'PASS' }] });
  });

  it('waits again when its runner is lost: the attempt that was cut off says nothing about it', () => {
    const loss = lost({ unfinished: idsOf('a', 'b'), running: idsOf('a') });
    const test = testsOf(listed('a', 'b', 'c'), testStarted('a'), testFinished('c', 'PASS'), loss);
    expect(test('a')).toMatchObject({ status: 'PENDING', attempts: [] });
    expect(test('b')).toMatchObject({ status: 'PENDING' });
    expect(test('c')).toMatchObject({ status: 'PASS' });
  });

  it('has the attempts of its second unit attempt in place of those of the first', () => {
    const before = [listed('a'), testStarted('a'), testFinished('a', 'FAIL', { final: false, error: 'old' })];
    const again = [lost({ unfinished: idsOf('a') }), testStarted('a'), testFinished('a', 'PASS')];
    expect(testsOf(...before, ...again)('a')).toMatchObject({
      status: 'PASS',
      attempts: [{ status: 'PASS', error: null }],
    });
  });

  it('may be discovered while it runs, and again when its unit was lost', () => {
    const shown = [discovered('a', true), testStarted('a')];
    expect(testsOf(...shown)('a')).toMatchObject({ status: 'RUNNING', quarantined: true, line: null, listed: false });
    expect(testsOf(...shown, lost({ running: idsOf('a'), undiscovered: 1 }))('a')).toMatchObject({ status: 'PENDING' });
    const again = [...shown, testFinished('a', 'FAIL'), lost({}), discovered('a', true)];
    expect(testsOf(...again)('a')).toMatchObject({ status: 'PENDING', attempts: [{ attempt: 1, status: 'FAIL' }] });
  });

  it('exists once per copy, in its place, and each copy has its own result', () => {
    const documents = documentsOf(
      testRunTests,
      [
        listedCopies(2, 'a', 'b'),
        testStarted('a', 1, 2),
        testFinished('a', 'FAIL', { copy: 2 }),
        testFinished('a', 'PASS', { copy: 1 }),
        testStarted('b', 1, 2),
        lost({ copy: 2, unfinished: idsOf('b'), running: idsOf('b') }),
        differed({ testId: 'a' as TestId, passed: [1] }),
      ].map((event) => recorded(event)),
    );
    const inOrder = [...documents.values()].sort((x, y) => x.order - y.order);
    expect(inOrder.map(({ testId, copy, status, flaky }) => [testId, copy, status, flaky])).toEqual([
      ['a', 1, 'PASS', true],
      ['a', 2, 'FAIL', false],
      ['b', 1, 'PENDING', false],
      ['b', 2, 'PENDING', false],
    ]);
  });

  it('knows when it last changed', () => {
    const events = [listed('a', 'b'), testStarted('a'), testFinished('a', 'PASS')];
    const documents = documentsOf(
      testRunTests,
      events.map((event, second) => recorded(event, { at: at(second) })),
    );
    expect([...documents.values()].map(({ updatedAt }) => updatedAt)).toEqual([at(2), at(0)]);
  });

  it('is created by the list or by its discovery, and by nothing else', () => {
    expect(testsOf(started(1, 'a'), testStarted('a'), testFinished('a', 'PASS'))('a')).toBeUndefined();
  });
});
