import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupMongo, startMongo } from '@assay/embedded-mongo';
import { BSON, MongoClient } from 'mongodb';
import { openEnvironment } from '../../../packages/embedded-mongo/src/storage/environment.ts';
import { damageRounds, isMet, isWrong } from '../damageRounds.ts';
import type { Content } from './damagedStore.ts';
import { startDocumentStoreProcess } from './documentStoreProcess.ts';

// These tests damage the data folder, which a server given by its URL does not allow.
const describeOwn = process.env.COMPAT_MONGODB_URL === undefined ? describe : describe.skip;
/** Each round damages other places; `npm run soak` takes more of them. */
const roundCount = Number(process.env.DAMAGE_SEEDS ?? 12);

describeOwn('a data file that the disk has damaged', () => {
  let folder: string;
  let pristine: string;
  let contentFile: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mongo-damage-'));
    pristine = join(folder, 'pristine');
    contentFile = join(folder, 'content.json');
    const running = await startMongo({ port: 0, dataDir: pristine });
    const client = new MongoClient(running.url);
    const items = client.db('kept').collection<{ _id: number }>('items');
    await items.createIndex({ n: 1 });
    await items.insertMany(
      Array.from({ length: 600 }, (_, n) => ({ _id: n, n: n % 50, text: `item ${n} `.repeat(1 + (n % 30)) })),
    );
    const stored = await items.find({}, { promoteValues: false }).toArray();
    const content: Content = Object.fromEntries(
      stored.map((document) => [String(document._id), BSON.EJSON.stringify(document)]),
    );
    await writeFile(contentFile, JSON.stringify(content));
    await client.close();
    await running.stop();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('never returns a wrong document, and verify reports every missing one', async () => {
    const rounds = await damageRounds({
      whole: pristine,
      file: 'data.mdb',
      seeds: roundCount,
      script: 'test/compat/mongo/damagedStore.ts',
      argument: contentFile,
    });
    expect(rounds.filter(({ read }) => isWrong(read))).toEqual([]);
    expect(rounds.filter(({ read, verified }) => isMet(read) && !isMet(verified))).toEqual([]);
    // The damage must have hit something, and most of it should be refused rather than crash the reader.
    expect(rounds.filter(({ verified }) => isMet(verified)).length).toBeGreaterThan(roundCount / 10);
    expect(rounds.filter(({ read }) => read === 'crashed').length).toBeLessThan(roundCount / 4);
    if (process.env.DAMAGE_SEEDS) {
      const crashes = rounds.flatMap(({ verified, read }) => [verified, read]).filter((one) => one === 'crashed');
      const [refused, found] = [rounds.filter(({ read }) => isMet(read)), rounds.filter((r) => isMet(r.verified))];
      console.log({ refused: refused.length, found: found.length, crashes: crashes.length });
    }
  });

  it('prevents the start with a sentence that explains how to restore the last backup', async () => {
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

  it('that crashed a server is mentioned at the next start', async () => {
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
