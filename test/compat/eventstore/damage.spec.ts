import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupEventStore } from '@assay/embedded-eventstore';
import type { ResolvedEvent } from '@eventstore/db-client';
import { eventually } from '../../support/eventually.ts';
import { damageRounds, isMet, isWrong } from '../damageRounds.ts';
import { clientOf } from './clientOf.ts';
import type { Content } from './damagedStore.ts';
import { collect, describeEmbedded, numbered, startOn, temporaryFolder } from './eventStoreUnderTest.ts';
import { startScavenge } from './scavenges.ts';

/** Each round damages other places; `npm run soak` takes more of them. */
const seedCount = Number(process.env.DAMAGE_SEEDS ?? 10);
const streamCount = 40;

const idsOf = async (events: AsyncIterable<ResolvedEvent>) =>
  (await collect(events)).map(({ event }) => event?.id ?? '');

describeEmbedded('a store whose file is damaged', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** A store in which every page is used, and what it holds. */
  async function writeStore(name: string, { scavenged }: { scavenged: boolean }): Promise<Content> {
    const dataDir = join(folder, `${name}-written`);
    const server = await startOn(dataDir);
    const client = clientOf(server.url);
    const content: Content = {};
    for (let round = 0; round < 5; round += 1) {
      const streams = Array.from({ length: streamCount }, (_, n) => `stream-${n}`);
      await Promise.all(streams.map((stream) => client.appendToStream(stream, numbered(6))));
    }
    await client.setStreamMetadata('stream-1', { maxCount: 20 });
    if (scavenged) {
      for (let n = 2; n < streamCount; n += 3) await client.setStreamMetadata(`stream-${n}`, { maxCount: 4 });
      const before = (await idsOf(client.readAll())).length;
      await startScavenge(server.url);
      const gone = 26 * Math.ceil((streamCount - 2) / 3) + 10;
      await eventually(async () => (await idsOf(client.readAll())).length === before - gone);
    }
    content.$all = await idsOf(client.readAll());
    for (let n = 0; n < streamCount; n += 1) content[`stream-${n}`] = await idsOf(client.readStream(`stream-${n}`));
    await client.dispose();
    await server.stop();
    await backupEventStore({ dataDir, to: join(folder, name) });
    return content;
  }

  it.each([
    ['whole', { scavenged: false }],
    ['scavenged', { scavenged: true }],
  ])('and was %s before never returns a wrong event and never skips one', async (name, options) => {
    const contentFile = join(folder, `${name}.json`);
    await writeFile(contentFile, JSON.stringify(await writeStore(name, options)));
    const rounds = await damageRounds({
      whole: join(folder, name),
      file: 'events.mdb',
      seeds: seedCount,
      script: 'test/compat/eventstore/damagedStore.ts',
      argument: contentFile,
    });
    expect(rounds.filter(({ read }) => isWrong(read))).toEqual([]);
    // Whatever a reader is refused, an operator is told about.
    expect(rounds.filter(({ read, verified }) => isMet(read) && !isMet(verified))).toEqual([]);
    // The test damages what is read: most rounds must have hit it.
    expect(rounds.filter(({ read }) => isMet(read)).length).toBeGreaterThan(seedCount / 3);
    if (process.env.DAMAGE_SEEDS) {
      const crashes = rounds.flatMap(({ verified, read }) => [verified, read]).filter((one) => one === 'crashed');
      const [refused, found] = [rounds.filter(({ read }) => isMet(read)), rounds.filter((r) => isMet(r.verified))];
      console.log({ refused: refused.length, found: found.length, crashes: crashes.length });
    }
  });
});
