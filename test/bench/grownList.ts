import type { AccountId } from '@assay/contract';
import { idMadeAt } from '@assay/event-log';
import type { Collection, Document } from 'mongodb';
import { idAt } from '../../packages/launcher/src/simulation/simulatedRun.ts';
import { growHistory } from './grownHistory.ts';
import { liveCollection } from './liveCollection.ts';
import type { Workbench } from './workbench.ts';

/** Runs that come by their events; all others are copies of their rows. */
const real = 400;
const atOnce = 2_000;
const dayMs = 86_400_000;

/**
 * Ensures that the list shows this many runs of the last days, all but a few of them as rows written straight into the
 * read models: to lead a million runs through the event log takes hours, and the list does not read it.
 * @returns the ids of all runs
 */
export async function growList(bench: Workbench, runs: number, days: number): Promise<string[]> {
  await growHistory(bench, real, { days });
  const { accountId: of } = await bench.caller();
  const accountId = of as AccountId;
  const [rows, counts, accounts] = await Promise.all(
    ['testRunSummaries', 'testRunCounts', 'accounts'].map((name) => liveCollection(bench, name)),
  );
  if (!rows || !counts || !accounts) throw new RangeError('a read model is missing');
  const began = performance.now();
  const templates = await rows.find({ accountId }).toArray();
  const ids = templates.map(({ _id }) => String(_id));
  for (let made = ids.length; made < runs; made += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, runs - made) }, (_, index) => made + index);
    const copies = numbers.map((number): Document => {
      const at = Date.now() - Math.round((days * dayMs * (runs - number)) / runs);
      const id = idAt(at, number, accountId);
      return { ...templates[number % templates.length], _id: id, testRunId: id, createdAt: new Date(at).toISOString() };
    });
    await rows.insertMany(copies, { ordered: false });
    for (const { _id } of copies) ids.push(String(_id));
  }
  await writeCounts(counts, accounts, accountId, ids);
  bench.say(`  ${runs} rows written (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  return ids;
}

async function writeCounts(counts: Collection, accounts: Collection, accountId: string, ids: readonly string[]) {
  const months = new Map<string, number[]>();
  for (const id of ids) {
    const day = new Date(idMadeAt(id)).toISOString();
    const days = months.get(day.slice(0, 7)) ?? Array.from({ length: 31 }, () => 0);
    const index = Number(day.slice(8, 10)) - 1;
    days[index] = (days[index] ?? 0) + 1;
    months.set(day.slice(0, 7), days);
  }
  const [known] = await counts.find({ accountId }).limit(1).toArray();
  await counts.deleteMany({ accountId });
  const documents: Document[] = [...months].map(([month, days]) => ({
    _id: `${accountId}/${month}`,
    accountId,
    month,
    days,
    position: known?.position,
  }));
  await counts.insertMany(documents);
  await accounts.updateOne({ accountId }, { $set: { testRunCount: ids.length } });
}
