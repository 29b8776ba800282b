import { parseTql, type TestRunId, testKeyOf, tqlLimits } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import { acme } from '../../../../test/support/storesUnderTest.ts';
import {
  type SimulatedReadModels,
  simulatedHistory,
  startSimulatedReadModels,
} from '../../test/simulatedReadModels.ts';
import type { AccountReads } from '../readModels.ts';
import { findTqlResults } from './findTqlResults.ts';

const simulated = simulatedHistory(Date.parse('2026-10-10T00:00:00Z'), 12);

type PlainResult = { run: number; status: string };

/** What each test of each run came to, as the events say one by one. */
function plainResults(events: readonly RecordedEvent[]): Map<string, PlainResult> {
  const numbers = new Map<TestRunId, number>();
  const results = new Map<string, PlainResult>();
  for (const event of events) {
    if (event.type === 'TestRunCreated') numbers.set(event.data.testRunId, event.data.number);
    if (event.type !== 'TestFinished' && event.type !== 'TestResultsImported') continue;
    const { testRunId } = event.data;
    const add = (testKey: string, status: string) =>
      results.set(`${testRunId} ${testKey}`, { run: numbers.get(testRunId) ?? Number.NaN, status });
    if (event.type === 'TestResultsImported') {
      for (const { testId, attempts } of event.data.results) add(testId, attempts.at(-1)?.status ?? 'NOT_RUN');
    } else if (event.data.final) {
      add(testKeyOf(event.data.testId, event.data.copy ?? null), event.data.status);
    }
  }
  return results;
}

describe('the results that a query finds', () => {
  let shown: SimulatedReadModels;
  let mine: AccountReads;
  let plain: Map<string, PlainResult>;
  beforeAll(async () => {
    shown = await startSimulatedReadModels(simulated);
    mine = shown.openReads();
    plain = plainResults(shown.events);
  });
  afterAll(() => shown.stop());

  it.each<[string, (result: PlainResult) => boolean]>([
    ['status = fail', ({ status }) => status === 'FAIL'],
    ['status != pass and status in (pass, fail, ignored)', ({ status }) => status === 'FAIL' || status === 'IGNORED'],
    ['status = pass and run <= 40', ({ status, run }) => status === 'PASS' && run <= 40],
    ['status in (pass, fail) and run > 30', ({ status, run }) => (status === 'PASS' || status === 'FAIL') && run > 30],
  ])('are all that the events tell of: %s', async (text, isWanted) => {
    const { query } = parseTql(`${text} limit 1000`, Date.now());
    if (!query) throw new Error(`${text} cannot be read`);
    const { results, complete } = await mine.tqlResults(query);
    const wanted = [...plain].filter(([, result]) => isWanted(result)).map(([key]) => key);
    expect(results.map(({ testRunId, testKey }) => `${testRunId} ${testKey}`).toSorted()).toEqual(wanted.toSorted());
    expect([complete, wanted.length > 0]).toEqual([true, true]);
  });

  it('are those of the newest runs where the time is up, which is told', async () => {
    const { query } = parseTql('status = fail limit 1000', Date.now());
    if (!query) throw new Error('The query cannot be read');
    const collections = await shown.collections();
    // Each look at this clock takes as long as ten of them may.
    let now = 0;
    const slowly = () => {
      now += tqlLimits.milliseconds / 10;
      return now;
    };
    const all = await findTqlResults(collections, acme, query, () => 0);
    const some = await findTqlResults(collections, acme, query, slowly);
    expect([all.complete, some.complete]).toEqual([true, false]);
    expect(some.results.length).toBeGreaterThan(0);
    expect(some.results).toEqual(all.results.slice(0, some.results.length));
    expect(some.searchedRuns).toBeLessThanOrEqual(10);
  });
});
