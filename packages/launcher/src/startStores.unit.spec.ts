import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStores } from './startStores.ts';
import { type ChildSpec, StartFailed } from './supervision/child.ts';

const outside = { eventStoreUrl: null, mongoUrl: 'mongodb://documents.example.org' };
const portOf = ({ args }: ChildSpec) => Number(args[args.indexOf('--port') + 1]);

describe('the stores of an installation', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stores-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('that are others are used as they are, without passwords and certificates of our own', async () => {
    const urls = { eventStoreUrl: 'esdb://events.example.org', mongoUrl: 'mongodb://documents.example.org' };
    const started: string[] = [];
    const stores = await startStores({ dataDir, ...urls }, async ({ name }) => void started.push(name));
    expect(stores).toEqual(urls);
    expect(started).toEqual([]);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('that are embedded are started with a password of their own', async () => {
    const started: string[] = [];
    const stores = await startStores({ dataDir, ...outside }, async ({ name }) => void started.push(name));
    expect(started).toEqual(['event store']);
    expect(stores.eventStoreUrl).toMatch(/^esdb:\/\/assay:.+@localhost:\d+\?tls=true/);
    expect(await readdir(join(dataDir, 'keys'))).toContain('store-password');
  });

  it('get another port when somebody takes theirs first', async () => {
    const ports: number[] = [];
    const others: Server[] = [];
    const stores = await startStores({ dataDir, ...outside }, async (spec) => {
      ports.push(portOf(spec));
      if (ports.length > 1) return;
      const other = createServer().listen(portOf(spec), '127.0.0.1');
      await once(other, 'listening');
      others.push(other);
      throw new StartFailed('the port is in use');
    });
    expect(ports).toHaveLength(2);
    expect(ports[1]).not.toBe(ports[0]);
    expect(stores.eventStoreUrl).toContain(`@localhost:${ports[1]}?`);
    for (const other of others) other.close();
  });

  it('that cannot start for another reason are tried once', async () => {
    const ports: number[] = [];
    const started = startStores({ dataDir, ...outside }, async (spec) => {
      ports.push(portOf(spec));
      throw new StartFailed('the data is damaged');
    });
    await expect(started).rejects.toThrow('the data is damaged');
    expect(ports).toHaveLength(1);
  });
});
