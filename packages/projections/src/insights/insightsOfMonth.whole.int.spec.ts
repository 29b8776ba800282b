import type { RecordedEvent } from '@assay/event-log';
import { timeOf } from '../../test/plainCounts.ts';
import { type PlainInsight, plainInsights } from '../../test/plainInsights.ts';
import {
  type SimulatedReadModels,
  simulatedHistory,
  startSimulatedReadModels,
} from '../../test/simulatedReadModels.ts';
import type { InsightFact } from './insightFacts.ts';

const dayMs = 24 * 3_600_000;
const simulated = simulatedHistory(Date.parse('2026-10-10T00:00:00Z'), 30);
const { start } = simulated;

function numbersOf(fact: InsightFact): number[] {
  switch (fact.type) {
    case 'NEW_FLAKY':
    case 'RECOVERED':
      return [fact.seen, fact.of];
    case 'IDLE_QUARANTINE':
      return [fact.passes];
    case 'SLOWER':
      return [fact.beforeMs, fact.nowMs];
    case 'SLOW_START':
      return [fact.beforeMs, fact.nowMs, fact.runs];
  }
}

const keyOf = ({ type, subject }: { type: string; subject: string }) => `${type} ${subject}`;
const sorted = (all: readonly PlainInsight[]) => all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

describe('the insights of a month', () => {
  let shown: SimulatedReadModels;
  let events: RecordedEvent[];
  beforeAll(async () => {
    shown = await startSimulatedReadModels(simulated);
    ({ events } = shown);
  });
  afterAll(() => shown.stop());

  const toldAt = async (at: number) => {
    const facts = await shown.openReads().insights(new Date(at), at);
    return sorted(
      facts.map((fact) => {
        const { type, subject, amount, since } = fact;
        return { type, subject, amount, since, numbers: numbersOf(fact) };
      }),
    );
  };

  it('are what a plain count over the events shows, on every third day, before and after a rebuild', async () => {
    const moments = Array.from({ length: simulated.days / 3 }, (_, third) =>
      Math.round(start + (third * 3 + 2.9) * dayMs),
    );
    const told = new Map<number, PlainInsight[]>();
    for (const at of moments) {
      const then = sorted(
        plainInsights(
          events.filter((event) => timeOf(event) <= at),
          at,
        ),
      );
      told.set(at, await toldAt(at));
      expect([at, told.get(at)]).toEqual([at, then]);
    }
    expect(new Set([...told.values()].flat().map(({ type }) => type))).toEqual(
      new Set(['NEW_FLAKY', 'RECOVERED', 'SLOWER', 'IDLE_QUARANTINE', 'SLOW_START']),
    );
    for (const name of ['runStats', 'testStats', 'projectTests']) await shown.projector.rebuild(name);
    for (const at of moments) expect([at, await toldAt(at)]).toEqual([at, told.get(at)]);
  });
});
