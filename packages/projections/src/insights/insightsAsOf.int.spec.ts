import {
  type SimulatedReadModels,
  simulatedHistory,
  startSimulatedReadModels,
} from '../../test/simulatedReadModels.ts';
import type { InsightFact } from './insightFacts.ts';

const dayMs = 24 * 3_600_000;
const start = Date.parse('2026-10-10T00:00:00Z');
/** No longer, as a hundred results of each test are kept. */
const longDays = 31;

/** What runs later than the moment change is the newest result that a link leads to. */
function withoutNewest(facts: readonly InsightFact[]) {
  return facts.map((fact) => ('test' in fact ? { ...fact, test: { ...fact.test, lastRunId: null } } : fact));
}

describe('insights as of a moment of the past', () => {
  let later: SimulatedReadModels;
  beforeAll(async () => {
    later = await startSimulatedReadModels(simulatedHistory(start, longDays));
  });
  afterAll(() => later.stop());

  it.each([
    { days: 6, types: ['NEW_FLAKY'] },
    { days: 29, types: ['IDLE_QUARANTINE', 'RECOVERED', 'SLOWER', 'SLOW_START'] },
  ])('are those that were shown after $days days, when nothing had happened later', async ({ days, types }) => {
    const moment = start + days * dayMs;
    const then = await startSimulatedReadModels(simulatedHistory(start, days));
    const seen = withoutNewest(await then.openReads().insights(new Date(moment)));
    await then.stop();
    expect(new Set(seen.map(({ type }) => type))).toEqual(new Set(types));
    const mine = later.openReads();
    expect(withoutNewest(await mine.insights(new Date(moment), moment))).toEqual(seen);
    expect(withoutNewest(await mine.insights(new Date(start + longDays * dayMs)))).not.toEqual(seen);
  });
});
