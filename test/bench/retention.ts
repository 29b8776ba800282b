import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  type AccountId,
  keepAll,
  type ProjectId,
  type Retention,
  type StorageView,
  type TestRunId,
} from '@assay/contract';
import { type Operations, openOperations } from '@assay/operations';
import { masterKeysOf } from '../../packages/launcher/src/operation/masterKeysOf.ts';
import type { Figure } from './figures.ts';
import { growHistory } from './grownHistory.ts';
import { ingested, ingestRun } from './ingestRun.ts';
import { liveCollection } from './liveCollection.ts';
import { median } from './samples.ts';
import type { Workbench } from './workbench.ts';

const runs = 100_000;
const rounds = 3;
/** What each run has: the output of its tests, which no other run has. */
const detailsBytes = 2_000;
const heldAtOnce = 200;
const oldDays = 400;
const keptDays = 30;
const dayMs = 86_400_000;
const lookMs = 200;

/** Gives every run of the history details of its own, as if they had come long ago. */
async function addDetails(bench: Workbench, accountId: AccountId): Promise<void> {
  const collection = await liveCollection(bench, 'testRunSummaries');
  const documents = await collection
    .find({ accountId }, { projection: { projectId: 1 } })
    .limit(runs)
    .toArray();
  await bench.offline(async ({ mongoUrl }) => {
    const { dataDir } = bench;
    const masterKey = () => masterKeysOf(dataDir);
    const operations = await openOperations({ mongoUrl, masterKey, blobDir: join(dataDir, 'blobs') });
    for (let from = 0; from < documents.length; from += heldAtOnce) {
      await Promise.all(
        documents.slice(from, from + heldAtOnce).map(({ _id, projectId }, place) => {
          const at = new Date(Date.now() - oldDays * dayMs + (from + place) * 1_000);
          return addDetailsOf(operations, { accountId, projectId, id: String(_id) as TestRunId }, at);
        }),
      );
    }
    await operations.close();
  });
  bench.say(`  ${documents.length} runs have details`);
}

async function addDetailsOf(
  { blobs, storage }: Operations,
  owner: { accountId: AccountId; projectId: ProjectId; id: TestRunId },
  at: Date,
): Promise<void> {
  const { blobId, size } = await blobs.put(randomBytes(detailsBytes));
  await storage.hold({ ...owner, kind: 'details' }, [{ blobId, size }], at);
}

/** Test results per second while details of 100,000 old runs are being removed, beside the same with nothing to remove. */
export async function measureRetention(bench: Workbench): Promise<Figure[]> {
  await growHistory(bench, runs);
  const caller = await bench.caller();
  await addDetails(bench, caller.accountId as AccountId);
  const { call, get } = await bench.caller();
  const keep = async (retention: Retention) => {
    const { status } = await call('PUT', '/account/retention', retention);
    if (status > 299) throw new Error(`the rules were refused: ${status}`);
  };
  const left = async () => {
    const { kinds } = await get<StorageView>('/account/storage');
    return kinds.find(({ kind }) => kind === 'details')?.runs ?? 0;
  };
  const rate = (tookMs: number) => ingested.tests / (tookMs / 1000);
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    alone.push(rate((await ingestRun(bench)).tookMs));
    await keep({ ...keepAll, detailsDays: keptDays });
    const atFirst = await left();
    let before = atFirst;
    const { tookMs } = await ingestRun(bench, async () => {
      while (before === atFirst) {
        await new Promise((resolve) => setTimeout(resolve, lookMs));
        before = await left();
      }
    });
    beside.push(rate(tookMs));
    const gone = before - (await left());
    if (gone === 0) throw new Error('nothing was removed meanwhile');
    await keep(keepAll);
    bench.say(
      `  ${Math.round(alone.at(-1) ?? 0)} results/s alone, ${Math.round(beside.at(-1) ?? 0)} while details of ${gone} runs went`,
    );
  }
  return [
    {
      name: `test results ingested while details of ${runs.toLocaleString('en')} runs go`,
      unit: 'results/s',
      measured: median(beside),
      floor: median(alone),
      floorIs: 'the same while nothing goes',
    },
  ];
}
