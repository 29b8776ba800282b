import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyMongo } from '@assay/embedded-mongo';
import { MongoClient } from 'mongodb';
import { documentStoreMain, listeningUrl } from './documentStoreProcess.ts';
import { serverError } from './mongoUnderTest.ts';

/** On Linux, a process can be kept from enlarging its files, and the limit lifted again. */
const canLimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;
const describeOwn = process.env.COMPAT_MONGODB_URL === undefined && canLimit ? describe : describe.skip;

const limitBytes = 4 * 1024 * 1024;

describeOwn('a server that cannot enlarge its file', () => {
  it('refuses writes with OutOfDiskSpace, still serves reads, and writes again once there is space', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'mongo-full-'));
    // The signal for an oversized file would end the process; when it is ignored, the error is the one of a full disk.
    const script = `trap '' XFSZ; ulimit -S -f ${limitBytes / 1024}; exec "$0" "$@"`;
    const args = [process.execPath, ...documentStoreMain, '--port', '0', '--dir', dataDir];
    const child = spawn('bash', ['-c', script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const client = new MongoClient(await listeningUrl(child), { retryWrites: false });
    try {
      const items = client.db('x').collection<{ _id: number; text?: string }>('items');
      await items.createIndex({ text: 1 });
      let acknowledged = 0;
      const fill = async (): Promise<void> => {
        for (; ; acknowledged++) await items.insertOne({ _id: acknowledged, text: `${acknowledged} `.repeat(1_500) });
      };
      expect(await serverError(fill())).toMatchObject({ code: 14031, codeName: 'OutOfDiskSpace' });
      expect(acknowledged).toBeGreaterThan(10);
      const large = Array.from({ length: 50 }, (_, i) => ({ _id: 10_000 + i, text: 'x'.repeat(50_000) }));
      expect(await serverError(items.insertMany(large))).toMatchObject({ code: 14031 });
      expect(await items.countDocuments()).toBe(acknowledged);
      expect(await items.find({ text: { $gte: '' } }).toArray()).toHaveLength(acknowledged);

      expect(spawnSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited:']).status).toBe(0);
      await items.insertMany(large);
      expect(await items.countDocuments()).toBe(acknowledged + 50);
    } finally {
      await client.close();
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
    }
    expect((await verifyMongo({ dataDir })).problems).toEqual([]);
    await rm(dataDir, { recursive: true, force: true });
  });
});
