import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { backupMongo, startMongo } from '@assay/embedded-mongo';
import { BSON, MongoClient } from 'mongodb';
import { openEnvironment } from '../../../packages/embedded-mongo/src/storage/environment.ts';
import type { DamageRound } from './damageRounds.ts';
import { startDocumentStoreProcess } from './documentStoreProcess.ts';

// These damage the data folder, which a server given by its URL does not allow.
const describeOwn = process.env.COMPAT_MONGODB_URL === undefined ? describe : describe.skip;
const ROUNDS = 24;

describeOwn('a data file that the disk has damaged', () => {
  let folder: string;
  let pristine: string;
  let expectedFile: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mongo-damage-'));
    pristine = join(folder, 'pristine');
    expectedFile = join(folder, 'expected.json');
    const running = await startMongo({ port: 0, dataDir: pristine });
    const client = new MongoClient(running.url);
    const items = client.db('kept').collection<{ _id: number }>('items');
    await items.createIndex({ n: 1 });
    await items.insertMany(
      Array.from({ length: 600 }, (_, n) => ({ _id: n, n: n % 50, text: `item ${n} `.repeat(1 + (n % 30)) })),
    );
    const stored = await items.find({}, { promoteValues: false }).toArray();
    await writeFile(
      expectedFile,
      JSON.stringify(stored.map((document) => [String(document._id), BSON.EJSON.stringify(document)])),
    );
    await client.close();
    await running.stop();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Goes on behind every round that ended the process. */
  async function runRounds(): Promise<{ rounds: DamageRound[]; crashed: number[] }> {
    const rounds: DamageRound[] = [];
    const crashed: number[] = [];
    for (let next = 0; next < ROUNDS; ) {
      const script = join(import.meta.dirname, 'damageRounds.ts');
      const args = ['--import', 'tsx', script, pristine, folder, expectedFile, String(next), String(ROUNDS)];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      let begun = next;
      for await (const line of createInterface({ input: child.stdout })) {
        if (line.startsWith('begin ')) begun = Number(line.slice(6));
        else rounds.push(JSON.parse(line));
      }
      if (rounds.length + crashed.length < ROUNDS) crashed.push(begun);
      next = begun + 1;
    }
    return { rounds, crashed };
  }

  it('answers no wrong document, and verify tells of every one that is missing', async () => {
    const { rounds, crashed } = await runRounds();
    expect(rounds.length + crashed.length).toBe(ROUNDS);
    expect(rounds.filter(({ wrong }) => wrong > 0)).toEqual([]);
    expect(
      rounds.filter(({ incomplete, refusal, problems }) => (incomplete || refusal) && problems.length === 0),
    ).toEqual([]);
    // The damage has to have hit something, and most of what it hits is to be refused rather than crashed upon.
    expect(rounds.filter(({ problems }) => problems.length > 0).length).toBeGreaterThan(ROUNDS / 10);
    expect(crashed.length).toBeLessThan(ROUNDS / 4);
  });

  it('ends the start in a sentence that names the way to the last backup', async () => {
    const folderOfOne = join(folder, 'no-catalog');
    await backupMongo({ dataDir: pristine, to: folderOfOne });
    const { root, catalog } = openEnvironment(folderOfOne);
    catalog.removeSync(Buffer.from('head'));
    await root.close();
    await expect(startMongo({ port: 0, dataDir: folderOfOne })).rejects.toMatchObject({
      code: 'DATA_DAMAGED',
      message: expect.stringMatching(/damaged: .* put the last backup \(a folder made by --backup\) in its place/),
    });
    await expect(startDocumentStoreProcess(folderOfOne)).rejects.toThrow(/exit 1: .*put the last backup/);
  });

  it('that crashed a server is spoken of at the next start', async () => {
    const dataDir = join(folder, 'left');
    const server = await startDocumentStoreProcess(dataDir);
    await server.end('SIGKILL');
    const lines: string[] = [];
    const running = await startMongo({ port: 0, dataDir, log: (line) => lines.push(line) });
    await running.stop();
    expect(lines.join(' ')).toMatch(/was killed or crashed.*--verify.*--backup/);
    const quiet: string[] = [];
    await startMongo({ port: 0, dataDir, log: (line) => quiet.push(line) }).then((again) => again.stop());
    expect(quiet).toEqual([]);
  });
});
