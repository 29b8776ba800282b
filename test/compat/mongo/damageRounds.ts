// Run as a process of its own by damage.spec.ts: LMDB may end it when it trips over a damaged page.
import { copyFile, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startMongo, verifyMongo } from '@assay/embedded-mongo';
import { BSON, MongoClient } from 'mongodb';

/** What came of one damaged copy. */
export interface DamageRound {
  round: number;
  /** Did not open, or a read was refused. */
  refusal: string | null;
  /** Documents that were answered and are not what was stored. */
  wrong: number;
  /** Reads ended well and did not hold all documents exactly once. */
  incomplete: boolean;
  problems: string[];
}

const [, , pristine = '', work = '', expectedFile = '', from = '0', to = '0'] = process.argv;

function randomOf(seed: number): (below: number) => number {
  let state = (seed * 0x9e3779b1) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x100000000) * below);
  };
}

/** A copy with a bit, a byte or a whole sector changed, somewhere. */
async function damagedCopy(round: number): Promise<string> {
  const folder = join(work, `round-${round}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of ['FORMAT', 'data.mdb']) await copyFile(join(pristine, name), join(folder, name));
  const random = randomOf(round + 1);
  const file = await open(join(folder, 'data.mdb'), 'r+');
  const { size } = await file.stat();
  const length = [1, 1, 8, 512][round % 4] ?? 1;
  const at = random(Math.max(1, size - length));
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, at);
  for (let i = 0; i < length; i++) bytes[i] = (bytes[i] ?? 0) ^ (length === 1 ? 1 << random(8) : random(256));
  await file.write(bytes, 0, length, at);
  await file.close();
  return folder;
}

const expected = new Map<string, string>();

async function read(folder: string, outcome: DamageRound): Promise<void> {
  const running = await startMongo({ port: 0, dataDir: folder });
  const client = new MongoClient(running.url, { retryReads: false });
  try {
    const items = client.db('kept').collection('items');
    for (const hint of [{ $natural: 1 as const }, '_id_', 'n_1']) {
      const found = await items.find({ n: { $gte: 0 } }, { hint, promoteValues: false }).toArray();
      const texts = found.map((document) => BSON.EJSON.stringify(document));
      outcome.wrong += found.filter(({ _id }, i) => expected.get(String(_id)) !== texts[i]).length;
      if (found.length !== expected.size || new Set(texts).size !== texts.length) outcome.incomplete = true;
    }
  } finally {
    await client.close();
    await running.stop();
  }
}

async function one(round: number): Promise<DamageRound> {
  const outcome: DamageRound = { round, refusal: null, wrong: 0, incomplete: false, problems: [] };
  const folder = await damagedCopy(round);
  await read(folder, outcome).catch((error: unknown) => {
    outcome.refusal = error instanceof Error ? error.message : String(error);
  });
  await verifyMongo({ dataDir: folder }).then(
    ({ problems }) => outcome.problems.push(...problems),
    (error: unknown) => outcome.problems.push(error instanceof Error ? error.message : String(error)),
  );
  await rm(folder, { recursive: true, force: true });
  return outcome;
}

if (expectedFile !== '') {
  const { default: list } = await import(expectedFile, { with: { type: 'json' } });
  for (const [id, text] of list as [string, string][]) expected.set(id, text);
  for (let round = Number(from); round < Number(to); round++) {
    process.stdout.write(`begin ${round}\n`);
    process.stdout.write(`${JSON.stringify(await one(round))}\n`);
  }
}
