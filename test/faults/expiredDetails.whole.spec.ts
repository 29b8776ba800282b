import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { keepAll, type StorageView, type TestRunDetailView, type UploadAnswer } from '@assay/contract';
import { EventStoreDBClient } from '@eventstore/db-client';
import { MongoClient } from 'mongodb';
import type { StoredPartRow } from '../../packages/operations/src/storage/storedRows.ts';
import { ageStoredDetails } from '../support/ageStoredDetails.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { zipOf } from '../support/zipOf.ts';

/** More than goes in one look, so that a kill comes while others are still to go. */
const runsAtATime = 60;
const shared = 'the picture that every run has';

let installation: Installation;
let caller: Caller;

beforeAll(async () => {
  installation = await startInstallation({ env: { ASSAY_AGENT: '0' } });
  caller = await signIn(installation.url, admin);
  await createEnvironment(caller, { key: 'ci', name: 'CI' });
  const project = { key: 'shop', name: 'Shop', gitUrl: '/nowhere', testingFramework: 'Playwright' as const };
  await createProject(caller, project);
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
});

const blobOf = (content: string) => createHash('sha256').update(content).digest('hex');
const pictureOf = (name: string) => `the picture of ${name}`;

/** A failed test with output, a picture of its own, and one that all runs share. @returns the run's id */
async function upload(name: string): Promise<string> {
  const notes = `<system-out>printed by ${name} [[ATTACHMENT|own.png]] [[ATTACHMENT|shared.png]]</system-out>`;
  const report = `<testsuite name="s"><testcase classname="C" name="pays"><failure message="m"/>${notes}</testcase></testsuite>`;
  const content = zipOf(
    { name: 'r.xml', content: report },
    { name: 'own.png', content: pictureOf(name) },
    { name: 'shared.png', content: shared },
  );
  const form = new FormData();
  form.set('projectId', 'shop');
  form.set('environmentId', 'ci');
  form.set('file', new Blob([new Uint8Array(content)]), 'report.zip');
  // A store was killed a moment ago. The same key is one upload, however often it is sent.
  const headers = { 'idempotency-key': name };
  return eventually(async () => {
    const { status, body } = await caller.call<UploadAnswer>('POST', '/test-runs-upload', form, headers);
    return status === 201 ? body.id : null;
  });
}

type Address = { mongoUrl: string; eventStoreUrl: string };
const addresses = async () => JSON.parse(await readFile(join(installation.dataDir, 'running.json'), 'utf8')) as Address;

/** The kinds whose expiry the log holds, in order; kinds that it holds twice stand there twice. */
async function expiredKinds(events: EventStoreDBClient, id: string): Promise<string[]> {
  const kinds: string[] = [];
  for await (const { event } of events.readStream<{ type: string; data: { kind: string } }>(`testRunDetails-${id}`)) {
    if (event?.type === 'TestRunDetailsExpired') kinds.push(event.data.kind);
  }
  return kinds.sort();
}

async function blobsOnDisk(): Promise<Set<string>> {
  const names = await readdir(join(installation.dataDir, 'blobs'), { recursive: true });
  return new Set(names.map((name) => basename(name)));
}

const partsLeft = async (runs: readonly string[]) => {
  const client = new MongoClient((await addresses()).mongoUrl);
  try {
    const parts = client.db('assay_ops').collection<StoredPartRow>('storedParts');
    return await parts.countDocuments({ ownerId: { $in: [...runs] } });
  } finally {
    await client.close();
  }
};

describe('details of runs that are kept no longer', () => {
  it('go once and whole when processes are killed while they go, and what others have stays', async () => {
    const young = await upload('young');
    const old: string[] = [];
    const names: string[] = [];
    for (const [round, name] of ['automation', 'document store', 'event store'].entries()) {
      const runs: string[] = [];
      for (let run = 0; run < runsAtATime; run += 1) {
        names.push(`${name} ${run}`);
        runs.push(await upload(`${name} ${run}`));
      }
      old.push(...runs);
      // Before they are old, which the rules of the round before may find at once.
      const all = await partsLeft(runs);
      expect(all).toBe(2 * runsAtATime);
      const client = new MongoClient((await addresses()).mongoUrl);
      await ageStoredDetails(client.db('assay_ops'), runs, 90);
      await client.close();
      // Other days, so that the rules have changed and what is due is looked for at once.
      const rules = { ...keepAll, detailsDays: 30 + round, attachmentsDays: 30 + round };
      expect((await caller.call('PUT', '/account/retention', rules)).status).toBe(200);
      await eventually(async () => (await partsLeft(runs)) < all);
      await installation.kill(name);
      await eventually(async () => (await partsLeft(runs)) === 0);
    }

    const events = EventStoreDBClient.connectionString((await addresses()).eventStoreUrl);
    try {
      const kinds = (id: string) => eventually(() => expiredKinds(events, id));
      for (const id of old) expect(await kinds(id)).toEqual(['attachments', 'details']);
    } finally {
      await events.dispose();
    }
    const onDisk = await blobsOnDisk();
    expect([onDisk.has(blobOf(shared)), onDisk.has(blobOf(pictureOf('young')))]).toEqual([true, true]);
    expect(names.filter((name) => onDisk.has(blobOf(pictureOf(name))))).toEqual([]);

    const [first = ''] = old;
    const seen = await eventually(async () => {
      const view = await caller.get<TestRunDetailView>(`/test-runs/${first}`);
      return view.expired.details && view.expired.attachments ? view : null;
    });
    expect(seen).toMatchObject({ status: 'FAIL', testCount: 1, failCount: 1 });
    expect((await caller.get<TestRunDetailView>(`/test-runs/${young}`)).expired).toEqual({
      logs: null,
      details: null,
      attachments: null,
    });
    const { kinds } = await caller.get<StorageView>('/account/storage');
    expect(kinds.map(({ kind, runs }) => [kind, runs])).toEqual([
      ['logs', 0],
      ['details', 1],
      ['attachments', 1],
    ]);
  });
});
