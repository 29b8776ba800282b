import {
  type SimulatedReadModels,
  simulatedHistory,
  startSimulatedReadModels,
} from '../../test/simulatedReadModels.ts';
import type { InsightFact } from './insightFacts.ts';

const dayMs = 24 * 3_600_000;
const start = Date.parse('2026-10-10T00:00:00Z');
const [shortDays, longDays] = [20, 27];
const moment = start + shortDays * dayMs;

/** What runs later than the moment change is the newest result that a link leads to. */
function withoutNewest(facts: readonly InsightFact[]) {
  return facts.map((fact) => ('test' in fact ? { ...fact, test: { ...fact.test, lastRunId: null } } : fact));
}

describe('insights as of a moment of the past', () => {
  let then: SimulatedReadModels;
  let later: SimulatedReadModels;
  beforeAll(async () => {
    then = await startSimulatedReadModels(simulatedHistory(start, shortDays));
    later = await startSimulatedReadModels(simulatedHistory(start, longDays));
  });
  afterAll(async () => {
    await then.stop();
    await later.stop();
  });

  it('are those that were shown when nothing had happened later', async () => {
    const seen = await then.openReads().insights(new Date(moment));
    expect(seen.map(({ type }) => type)).toEqual(expect.arrayContaining(['IDLE_QUARANTINE', 'RECOVERED', 'SLOWER']));
    const mine = later.openReads();
    expect(withoutNewest(await mine.insights(new Date(moment), moment))).toEqual(withoutNewest(seen));
    const end = new Date(start + longDays * dayMs);
    expect(withoutNewest(await mine.insights(end))).not.toEqual(withoutNewest(seen));
  });
});
