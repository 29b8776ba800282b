import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStores } from './startStores.ts';

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
    const outside = { eventStoreUrl: null, mongoUrl: 'mongodb://documents.example.org' };
    const stores = await startStores({ dataDir, ...outside }, async ({ name }) => void started.push(name));
    expect(started).toEqual(['event store']);
    expect(stores.eventStoreUrl).toMatch(/^esdb:\/\/assay:.+@localhost:\d+\?tls=true/);
    expect(await readdir(join(dataDir, 'keys'))).toContain('store-password');
  });
});
