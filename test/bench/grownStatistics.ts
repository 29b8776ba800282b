import type { AccountId, Position } from '@assay/contract';
import { idMadeAt } from '@assay/event-log';
import type { Document } from 'mongodb';
import { packRun, unpackRun } from '../../packages/projections/src/runStats/packedRuns.ts';
import { dayIdOf } from '../../packages/projections/src/runStats/runDays.ts';
import { dayOf, hourIdOf, hourOf, hoursOf } from '../../packages/projections/src/runStats/runHours.ts';
import { liveCollection } from './liveCollection.ts';
import type { Workbench } from './workbench.ts';

const atOnce = 100;

/**
 * Writes what charts count of runs straight into the read models: copies of the rows of runs that came by their events.
 * @param ids of all runs, in the order in which they were made
 */
export async function growStatistics(bench: Workbench, ids: readonly string[]): Promise<void> {
  const { accountId: of } = await bench.caller();
  const accountId = of as AccountId;
  const collection = await liveCollection(bench, 'runStats');
  const known: { runs: string[]; position: Position }[] = await collection
    .find<{ runs: string[]; position: Position }>({ accountId, runs: { $exists: true } })
    .toArray();
  const templates = known.flatMap(({ runs }) => runs.map((row) => unpackRun(row)));
  const [first] = known;
  if (!first) throw new RangeError('no run came by its events');
  const { position } = first;
  const began = performance.now();
  const hours = new Map<string, string[]>();
  for (const [number, id] of ids.entries()) {
    const template = templates[number % templates.length];
    if (!template) continue;
    const at = idMadeAt(id);
    const [createdAt, endedAt] = [at, at + (template.durationMs ?? 0)].map((time) => new Date(time).toISOString());
    const row = packRun({ ...template, testRunId: id, createdAt, startedAt: createdAt, endedAt } as typeof template);
    const hour = hourOf(at);
    const rows = hours.get(hour);
    if (rows) rows.push(row);
    else hours.set(hour, [row]);
  }
  await collection.deleteMany({ accountId });
  const documents = [...hours].map(
    ([hour, runs]): Document => ({ _id: hourIdOf(accountId, hour) as never, accountId, hour, runs, position }),
  );
  const days = new Set([...hours.keys()].map((hour) => dayOf(Date.parse(hour))));
  for (const day of days) {
    const positions = hoursOf(day).map((hour) => (hours.has(hour) ? position : null));
    documents.push({ _id: dayIdOf(accountId, day) as never, accountId, day, positions, position });
  }
  for (let from = 0; from < documents.length; from += atOnce) {
    await collection.insertMany(documents.slice(from, from + atOnce), { ordered: false });
  }
  bench.say(`  and counted by hours (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}
