import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { backupEventStore } from '@assay/embedded-eventstore';
import { EventStoreDBClient, type ResolvedEvent } from '@eventstore/db-client';
import type { Content, Round } from './damageRounds.ts';
import { collect, describeEmbedded, numbered, startOn, temporaryFolder } from './eventStoreUnderTest.ts';

const SEEDS = Number(process.env.DAMAGE_SEEDS ?? 50);
const STREAMS = 40;

const idsOf = async (events: AsyncIterable<ResolvedEvent>) =>
  (await collect(events)).map(({ event }) => event?.id ?? '');

describeEmbedded('a store whose file is damaged', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** A store in which every page is used, and what it holds. */
  async function writeStore(): Promise<Content> {
    const dataDir = join(folder, 'written');
    const server = await startOn(dataDir);
    const client = EventStoreDBClient.connectionString(server.url);
    const content: Content = {};
    for (let round = 0; round < 5; round += 1) {
      const streams = Array.from({ length: STREAMS }, (_, n) => `stream-${n}`);
      await Promise.all(streams.map((stream) => client.appendToStream(stream, numbered(6))));
    }
    await client.setStreamMetadata('stream-1', { maxCount: 20 });
    content.$all = await idsOf(client.readAll());
    for (let n = 0; n < STREAMS; n += 1) content[`stream-${n}`] = await idsOf(client.readStream(`stream-${n}`));
    await client.dispose();
    await server.stop();
    await backupEventStore({ dataDir, to: join(folder, 'whole') });
    return content;
  }

  async function damageInChild(contentFile: string, first: number): Promise<{ rounds: Round[]; begun: number }> {
    const script = join(import.meta.dirname, 'damageRounds.ts');
    const args = ['--import', 'tsx', script, join(folder, 'whole'), contentFile, String(first), String(SEEDS)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const exited = once(child, 'exit');
    const complaints = text(child.stderr);
    const rounds: Round[] = [];
    let begun = first;
    for await (const line of createInterface({ input: child.stdout })) {
      const said = JSON.parse(line) as Round | { begins: number };
      if ('begins' in said) begun = said.begins;
      else rounds.push(said);
    }
    const [exitCode] = await exited;
    if (exitCode) throw new Error(await complaints);
    return { rounds, begun };
  }

  it('never gives a wrong event and never passes one over, wherever it is damaged', async () => {
    const contentFile = join(folder, 'content.json');
    await writeFile(contentFile, JSON.stringify(await writeStore()));
    const rounds: Round[] = [];
    let crashes = 0;
    for (let seed = 1; seed <= SEEDS; ) {
      const { rounds: ended, begun } = await damageInChild(contentFile, seed);
      rounds.push(...ended);
      if (ended.at(-1)?.seed === SEEDS) break;
      crashes += 1;
      seed = begun + 1;
    }
    expect(rounds.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
    // What a reader is refused, an operator is told of.
    expect(rounds.filter(({ refused, found }) => refused > 0 && !found)).toEqual([]);
    // The test damages what is read: most rounds must have met it.
    expect(rounds.filter(({ refused }) => refused > 0).length + crashes).toBeGreaterThan(SEEDS / 3);
    if (process.env.DAMAGE_SEEDS) {
      const [refused, found] = [rounds.filter((r) => r.refused > 0).length, rounds.filter((r) => r.found).length];
      console.log({ rounds: rounds.length, refused, found, crashes });
    }
  });
});
