import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { documentStoreMain, listeningUrl } from './documentStoreProcess.ts';
import { RawClient } from './rawClient.ts';

// A kill does not lose what the system has yet to write to disk, so it proves nothing about flushing.
const canTrace = spawnSync('strace', ['-f', '-e', 'trace=openat', '-o', '/dev/null', 'true']).status === 0;
const describeOwn = process.env.COMPAT_MONGODB_URL === undefined && canTrace ? describe : describe.skip;

const writeCount = 8;
const tracedCalls = 'openat,fdatasync,fsync,pwrite64,pwritev,pwritev2,write,writev,sendto,sendmsg';
/** The op code of OP_MSG as strace prints its bytes, between request id and flags of a reply. */
const opMsgInTrace = String.raw`\335\7\0\0`;

describeOwn('the system calls of a server', () => {
  it('show that no write is acknowledged before it has been flushed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mongo-flushing-'));
    const trace = join(folder, 'trace');
    const args = [...documentStoreMain, '--port', '0', '--dir', join(folder, 'data')];
    const tracer = ['-f', '-s', '64', '-e', `trace=${tracedCalls}`, '-o', trace, process.execPath, ...args];
    const child = spawn('strace', tracer, { stdio: ['ignore', 'pipe', 'pipe'] });
    const lines = async (): Promise<string[]> => (await readFile(trace, 'utf8')).split('\n');
    const url = await listeningUrl(child);
    try {
      const client = await RawClient.connect(url);
      for (let _id = 0; _id < writeCount; _id++) {
        const reply = await client.command({ insert: 'items', documents: [{ _id, text: 'x'.repeat(300) }], $db: 'x' });
        expect(reply).toMatchObject({ ok: 1, n: 1 });
      }
      client.close();
      await eventually(async () => (await lines()).filter(isReply).length >= writeCount);
    } finally {
      const ended = once(child, 'exit');
      // The tracer exits with the process it traces, whose id starts its lines.
      const [first = ''] = await lines();
      process.kill(Number.parseInt(first, 10), 'SIGTERM');
      await ended;
    }
    expect(acknowledgedBeforeFlush(await lines())).toEqual({ replies: writeCount, early: [] });
    await rm(folder, { recursive: true, force: true });
  });
});

function isReply(line: string): boolean {
  return line.includes(opMsgInTrace) && /(write|writev|sendto|sendmsg)\(/.test(line);
}

/**
 * Between two replies there must be a flush of the data pages, followed by the meta page that makes them valid, written
 * through a file descriptor opened for synchronous writes.
 */
function acknowledgedBeforeFlush(lines: readonly string[]): { replies: number; early: string[] } {
  const through = new Set<string>();
  const early: string[] = [];
  let state: 'written' | 'flushed' | 'committed' = 'written';
  let replies = 0;
  for (const line of lines) {
    const opened = /openat\(.*data\.mdb".*O_DSYNC.*= (\d+)$/.exec(line)?.[1];
    if (opened !== undefined) through.add(opened);
    const written = /(?:pwrite64|pwritev2?|writev?)\((\d+),/.exec(line)?.[1];
    // A call of another thread may come between the start and the end of one, which then takes two lines.
    if (/f(data)?sync(\(\d+| resumed>)\) += 0/.test(line)) state = 'flushed';
    else if (written !== undefined && through.has(written) && state === 'flushed') state = 'committed';
    else if (isReply(line)) {
      replies++;
      if (state !== 'committed') early.push(line);
      state = 'written';
    }
  }
  return { replies, early };
}
