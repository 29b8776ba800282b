import { LruCache } from '@assay/concurrency';
import type { AccountId, Position, ProjectId } from '@assay/contract';
import type { EventLog, RecordedEvent } from '@assay/event-log';
import type { Document } from 'mongodb';
import { eventually } from '../../../test/support/eventually.ts';
import { patienceMs } from '../../../test/support/patience.ts';
import type { RecordedHistory } from '../../../test/support/recordedHistory.ts';
import { globex } from '../../../test/support/recordedIds.ts';
import { recordProject } from '../../../test/support/recordedSetting.ts';
import { acme, type StoresUnderTest, startStores } from '../../../test/support/storesUnderTest.ts';
import { caughtUp, everyDocument, everyEvent, projectedHistory, projectorsOf } from '../test/readModelsUnderTest.ts';
import { applyBatch, type DocumentCache, ProjectionConflict, touchesOf } from './applyBatch.ts';
import { type Notice, openReadModels, projectedTopic, projectionList } from './index.ts';
import type { ReadModelDocument } from './projection.ts';
import type { ProjectionState } from './projectionStates.ts';

const nowhere = '' as Position;
const byNobody = { accountId: null, actor: { kind: 'automation' as const, id: 'test' }, $correlationId: 'test' };
const reserved = {
  type: 'NameReserved' as const,
  data: { kind: 'email' as const, scope: 'all', ownerStream: 'user-x' },
};

/** Batches; once, the prompt read models stood still behind a hundred that waited for the trailing ones. */
const moreThanWaits = 110;

describe('the projector', () => {
  let stores: StoresUnderTest;
  let history: RecordedHistory;
  let expected: Record<string, Document[]>;
  let events: RecordedEvent[];

  beforeAll(async () => {
    stores = await startStores();
    ({ history, expected } = await projectedHistory(stores));
    events = await everyEvent(stores);
  });
  afterAll(() => stores.stop());
  const run = projectorsOf(() => stores);
  const states = () => stores.readModelDb.collection<ProjectionState>('projectionStates');

  it('fills every read model from a history in which everything happens', () => {
    expect(Object.keys(expected).sort()).toEqual(projectionList.map(({ name }) => name).sort());
    for (const documents of Object.values(expected)) expect(documents.length).toBeGreaterThan(0);
  });

  it('makes the same documents again when the read models are deleted', async () => {
    await stores.readModelDb.dropDatabase();
    const projector = await run();
    await caughtUp(stores, projector);
    await projector.stop();
    expect(await everyDocument(stores.readModelDb)).toEqual(expected);
  });

  it('makes the same documents when it is stopped and started again in the middle, many times', async () => {
    await stores.readModelDb.dropDatabase();
    let starts = 0;
    for (let reached = false; !reached; starts++) {
      // Each of these sees the log a few events at a time, and stops while accounts wait for their turns.
      const projector = await run({ share: 8, kept: 32 });
      const [before, head] = [projector.position(), await stores.eventLog.head()];
      await eventually(() => projector.position() !== before || (before ?? '') >= (head?.position ?? ''));
      await projector.stop();
      reached = (projector.position() ?? '') >= (head?.position ?? '');
    }
    expect(starts).toBeGreaterThan(20);
    expect(await everyDocument(stores.readModelDb)).toEqual(expected);
  });

  it('makes the same documents when it died between writing them and its checkpoint', async () => {
    await states().updateMany({}, { $set: { position: events[20]?.position ?? null } });
    const projector = await run();
    await caughtUp(stores, projector);
    await projector.stop();
    expect(await everyDocument(stores.readModelDb)).toEqual(expected);
    // Skipped events are published again: the notices of the first time may have been lost.
    expect(projector.notices.map(({ topic }) => topic)).toContain(`testRun:${history.passed.id}`);
  });

  it.each([1, 7, 10_000])(
    'gives the same whether events come %d at a time, and changes nothing when they come again',
    async (size) => {
      for (const projection of projectionList) {
        if (projection.readsPersonalData) continue;
        const collection = stores.readModelDb.collection<ReadModelDocument>(`again_${projection.name}_${size}`);
        for (let time = 0; time < 2; time++) {
          const cache: DocumentCache = new LruCache(5);
          for (let start = 0; start < events.length; start += size) {
            await applyBatch(
              projection,
              collection,
              touchesOf(projection, events.slice(start, start + size)),
              cache,
              new Set(),
            );
          }
          expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual(expected[projection.name]);
        }
        await collection.drop();
      }
    },
  );

  it('changes a document by events of one account only, but for read models across accounts', () => {
    for (const projection of projectionList.filter(({ acrossAccounts }) => !acrossAccounts)) {
      const accounts = new Map<string, AccountId | null>();
      for (const event of events) {
        for (const id of projection.idsOf(event)) {
          const { accountId } = event.envelope;
          expect([projection.name, event.type, accounts.get(id) ?? accountId]).toEqual([
            projection.name,
            event.type,
            accountId,
          ]);
          accounts.set(id, accountId);
        }
      }
      expect([...accounts.values()]).not.toContain(null);
    }
  });

  it('ends when a second projector writes the same documents, new or changed', async () => {
    // Both lanes of both have heard of it before any goes on: one that comes later finds it written, and writes nothing.
    let hearing = 4;
    let allHear: () => void = () => undefined;
    const heardByAll = new Promise<void>((resolve) => {
      allHear = resolve;
    });
    const waitingForEachOther = (eventLog: EventLog): EventLog => ({
      ...eventLog,
      subscribe: ({ onBatch, ...options }) =>
        eventLog.subscribe({
          ...options,
          onBatch: async (batch) => {
            if (batch.events.some(({ stream }) => stream === 'project-twice-id')) {
              hearing -= 1;
              if (hearing === 0) allHear();
              await heardByAll;
            }
            await onBatch(batch);
          },
        }),
    });
    const first = await run({ eventLog: waitingForEachOther(stores.eventLog) });
    const second = await run({ eventLog: waitingForEachOther(await stores.openAnotherLog()) });
    await recordProject(stores.eventLog, acme, 'twice-id' as ProjectId, 'twice');
    const outcome = await Promise.race([first.ended, second.ended].map((ended) => ended.catch((error) => error)));
    expect(outcome).toBeInstanceOf(ProjectionConflict);
    await Promise.all([first.stop(), second.stop()]);

    const projection = projectionList.find(({ name }) => name === 'testRunSummaries');
    if (!projection) throw new Error('it is a read model');
    const collection = stores.readModelDb.collection<ReadModelDocument>('contested');
    const [mine, theirs]: [DocumentCache, DocumentCache] = [new LruCache(100), new LruCache(100)];
    const created = events.filter(({ type }) => type === 'TestRunCreated').slice(0, 1);
    const later = events.filter((event) => 'testRunId' in event.data && event.data.testRunId === history.passed.id);
    await applyBatch(projection, collection, touchesOf(projection, created), mine, new Set());
    await applyBatch(projection, collection, touchesOf(projection, later.slice(1, 3)), theirs, new Set());
    await expect(
      applyBatch(projection, collection, touchesOf(projection, later.slice(1, 4)), mine, new Set()),
    ).rejects.toBeInstanceOf(ProjectionConflict);
    expected = await everyDocument(stores.readModelDb);
  });

  it('says how far it is, also after events that no read model uses', async () => {
    const projector = await run();
    await caughtUp(stores, projector);
    const told = (tier: string) =>
      projector.notices.findLast(({ topic, ids }) => topic === projectedTopic && ids[0] === tier)?.position ?? '';
    const context = { ...byNobody, occurredAt: new Date().toISOString() };
    const { position } = await stores.eventLog.append('reserved-x', -1, [reserved], context);
    await eventually(() => told('prompt') >= position && told('trailing') >= position);
    await projector.stop();
  });

  it('shows runs and their results before the history of tests', async () => {
    const reservation = (name: string) =>
      stores.eventLog.append(`reserved-${name}`, -1, [reserved], { ...byNobody, occurredAt: new Date().toISOString() });
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const told: string[] = [];
    const isTrailing = (notices: Notice[]) =>
      notices.some(({ topic, ids }) => topic === projectedTopic && ids[0] === 'trailing');
    const publish = async (notices: Notice[]) => {
      if (isTrailing(notices)) await held;
      for (const { topic, ids, position } of notices) if (topic === projectedTopic) told.push(`${ids[0]} ${position}`);
      notices.forEach(models.onNotice);
    };
    const models = openReadModels({ db: stores.readModelDb, eventLog: stores.eventLog });
    const projector = await run({ publish });
    let position = (await reservation('first')).position;
    // However much waits for the history of tests.
    for (let more = 0; more < moreThanWaits; more++) {
      ({ position } = await reservation(`more-${more}`));
      expect(await models.waitFor(position, patienceMs)).toBe(true);
    }
    expect(told.some((one) => one.startsWith('trailing'))).toBe(false);
    expect(((await models.projected()).position ?? '') < position).toBe(true);
    letGo();
    expect(await models.waitFor(position, patienceMs, { tier: 'trailing' })).toBe(true);
    await projector.stop();
    expected = await everyDocument(stores.readModelDb);
  });

  it('reads nothing of the log again for an account that has a little more than its share', async () => {
    let subscriptions = 0;
    const eventLog: EventLog = {
      ...stores.eventLog,
      subscribe: (options) => {
        subscriptions += 1;
        return stores.eventLog.subscribe(options);
      },
    };
    const wasBehind = new Set<string>();
    const publish = async (notices: Notice[]) => {
      for (const { topic, ids } of notices) if (topic === projectedTopic && ids.length > 1) wasBehind.add(`${ids[0]}`);
    };
    for (let n = 0; n < 12; n++) await recordProject(stores.eventLog, acme, `more-${n}` as ProjectId, `more-${n}`);
    const projector = await run({ eventLog, share: 5, publish });
    await caughtUp(stores, projector);
    await projector.stop();
    expect(wasBehind.size).toBeGreaterThan(0);
    // One for each lane.
    expect(subscriptions).toBe(2);
    expected = await everyDocument(stores.readModelDb);
  });

  it('shows what others did while an account waits for its turns, and loses nothing when it fails then', async () => {
    let failTurns: (error: Error) => void = () => undefined;
    const held = new Promise<never>((_, reject) => {
      failTurns = reject;
    });
    let lanes = 2;
    const eventLog: EventLog = {
      ...stores.eventLog,
      subscribe: (options) => {
        lanes -= 1;
        return stores.eventLog.subscribe(lanes < 0 ? { ...options, onBatch: () => held } : options);
      },
    };
    const models = openReadModels({ db: stores.readModelDb, eventLog: stores.eventLog });
    for (let n = 0; n < 20; n++) await recordProject(stores.eventLog, acme, `many-${n}` as ProjectId, `many-${n}`);
    await recordProject(stores.eventLog, globex, 'single' as ProjectId, 'single');
    const head = (await stores.eventLog.head())?.position ?? nowhere;

    const publish = async (notices: Notice[]) => notices.forEach(models.onNotice);
    const projector = await run({ eventLog, share: 5, kept: 0, publish });
    expect(await models.waitFor(head, patienceMs, { scope: globex })).toBe(true);
    expect(await models.of(globex).projectByKey('single')).toMatchObject({ id: 'single' });
    expect(await models.of(acme).projectByKey('many-19')).toBeNull();
    expect((models.noticed(acme) ?? nowhere) < head).toBe(true);
    expect((projector.position() ?? nowhere) < head).toBe(true);

    failTurns(new Error('the store is away'));
    await expect(projector.ended).rejects.toThrow('the store is away');
    await projector.stop();
    const again = await run();
    await caughtUp(stores, again);
    await again.stop();
    const found = await everyDocument(stores.readModelDb);
    await stores.readModelDb.dropDatabase();
    const fresh = await run();
    await caughtUp(stores, fresh);
    await fresh.stop();
    expected = await everyDocument(stores.readModelDb);
    expect(found).toEqual(expected);
  });

  it('ends when the history of tests cannot be written', async () => {
    const publish = async (notices: Notice[]) => {
      if (notices.some(({ ids }) => ids[0] === 'trailing')) throw new Error('the feed is full');
    };
    const projector = await run({ publish });
    await stores.eventLog.append('reserved-z', -1, [reserved], { ...byNobody, occurredAt: new Date().toISOString() });
    await expect(projector.ended).rejects.toThrow('the feed is full');
    await projector.stop();
    const again = await run();
    await caughtUp(stores, again);
    await again.stop();
  });

  it('notifies each account of its own changes only', async () => {
    await stores.readModelDb.dropDatabase();
    const projector = await run();
    await caughtUp(stores, projector);
    await projector.stop();
    const topicsOf = (accountId: AccountId) =>
      new Set(projector.notices.filter((notice) => notice.accountId === accountId).map(({ topic }) => topic));
    expect(topicsOf(globex)).toContain(`testRun:${history.shown.id}`);
    expect(topicsOf(globex)).not.toContain(`testRun:${history.passed.id}`);
    expect(topicsOf(acme)).not.toContain(`testRun:${history.shown.id}`);
    expect(topicsOf(acme)).toContain('environments');
  });
});
