import type { DomainEvent } from '@assay/event-schemas';
import { at, documentOf, documentsOf, recorded } from '../../test/eventOf.ts';
import {
  canceled,
  claimed,
  created,
  finished,
  replanned,
  setupStarted,
  started,
  submitted,
  tearDown,
  testFinished,
  testRunId,
} from '../../test/runEvents.ts';
import { testRunHistory } from './testRunHistory.ts';

const set: DomainEvent = { type: 'TestRunStatusSet', data: { testRunId, from: 'FAIL', to: 'PASS' } };

describe("a run's history", () => {
  it.each([
    ['Queued', 'QUEUED', created],
    ['Submitted', 'SUBMITTED', submitted],
    ['Setting up', 'SETUP', setupStarted],
    ['Running', 'RUNNING', started(1)],
    ['Tearing down', 'TEAR_DOWN', tearDown],
    ['Failed', 'FAIL', finished('FAIL')],
    ['Canceled', 'CANCELED', canceled()],
    ['Passed', 'PASS', set],
  ])('says that the status became %s, and by whom', (value, status, event) => {
    const item = documentOf(testRunHistory, [recorded(event, { at: at(9), actor: { kind: 'user', id: 'bob' } })]);
    expect(item).toEqual({
      accountId: 'acme',
      testRunId,
      at: at(9),
      actor: { kind: 'user', id: 'bob' },
      column: 'Status',
      value,
      status,
    });
  });

  it('says when a runner was lost', () => {
    expect(documentOf(testRunHistory, [recorded(replanned({}))]).column).toBe('Runner');
  });

  it('has one row for each change, and none for what happens inside a unit', () => {
    const events = [created, submitted, claimed(), testFinished('a', 'PASS'), finished('PASS'), set];
    const rows = documentsOf(
      testRunHistory,
      events.map((event) => recorded(event)),
    );
    expect([...rows.values()].map(({ value }) => value)).toEqual(['Queued', 'Submitted', 'Passed', 'Passed']);
  });
});
