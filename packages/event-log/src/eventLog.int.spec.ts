import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountId, EnvironmentId, Position, ProjectId, TestId, TestRunId, UserId } from '@assay/contract';
import { environmentDecider } from '@assay/domain';
import { startEventStore } from '@assay/embedded-eventstore';
import type { DomainEvent } from '@assay/event-schemas';
import { patienceMs } from '../../../test/support/patience.ts';
import { acme, type StoresUnderTest, signedBy, startStores } from '../../../test/support/storesUnderTest.ts';
import {
  type Batch,
  beginHistory,
  decryptField,
  type EventLog,
  newId,
  openEventLog,
  type RecordedEvent,
  RevisionConflict,
} from './index.ts';

const projectId = 'shop' as ProjectId;
const dequarantined = (testId: string): DomainEvent => ({
  type: 'TestDequarantined',
  data: { projectId, testId: testId as TestId },
});

describe('the event log', () => {
  let stores: StoresUnderTest;
  let log: EventLog;
  beforeAll(async () => {
    stores = await startStores();
    log = stores.eventLog;
  });
  afterAll(() => stores.stop());

  const readAll = async (stream: string, from?: number) => {
    const events: RecordedEvent[] = [];
    for await (const event of log.read(stream, from)) events.push(event);
    return events;
  };
  const atRest = async (stream: string) => {
    const events = [];
    for await (const { event } of stores.rawEvents.readStream(stream)) events.push(event);
    return events;
  };

  it('has the same epoch in every process', async () => {
    const others = await Promise.all([stores.openAnotherLog(), stores.openAnotherLog()]);
    expect(others.map(({ epoch }) => epoch)).toEqual([log.epoch, log.epoch]);
  });

  it('has another epoch once a new history has begun', async () => {
    const { url, stop } = await startEventStore({ port: 0, dataDir: await mkdtemp(join(tmpdir(), 'epoch-')) });
    const { keys } = stores.operations;
    const before = await openEventLog({ url, keys });
    const { position } = await before.append('notes-1', -1, [dequarantined('a')], signedBy('ada'));
    await before.close();
    const epoch = await beginHistory(url);
    const after = await openEventLog({ url, keys });
    expect(after.epoch).toBe(epoch);
    expect(epoch).not.toBe(before.epoch);
    const again = await after.append('notes-1', 0, [dequarantined('b')], signedBy('ada'));
    expect(again.position.startsWith(`${epoch}-`)).toBe(true);
    expect(position.startsWith(`${epoch}-`)).toBe(false);
    await after.close();
    await stop();
  });

  it('reads what is in the log after a position, of the types that are asked for, and then ends', async () => {
    const quarantined: DomainEvent = {
      type: 'TestQuarantined',
      data: { projectId, testId: 'c' as TestId, file: 'f', name: 'c', reason: null },
    };
    const read = async (from: Position | 'start', types: DomainEvent['type'][]) => {
      const batches: Batch[] = [];
      for await (const batch of log.readToEnd(from, types)) batches.push(batch);
      return { events: batches.flatMap(({ events }) => events), position: batches.at(-1)?.position };
    };
    const before = (await log.head())?.position ?? 'start';
    const first = await log.append('read-1', -1, [dequarantined('a')], signedBy('ada'));
    await log.append('read-1', 0, [dequarantined('b')], signedBy('ada'));
    const last = await log.append('read-1', 1, [quarantined], signedBy('ada'));
    const { events, position } = await read(before, ['TestDequarantined']);
    expect(events).toMatchObject([{ ...dequarantined('a'), position: first.position }, dequarantined('b')]);
    expect(position).toBe(last.position);
    expect(await read(first.position, ['TestQuarantined'])).toMatchObject({ events: [quarantined], position });
    expect(await read(last.position, ['TestQuarantined'])).toEqual({ events: [], position: undefined });
    expect((await read('start', ['TestDequarantined'])).events.at(-1)).toMatchObject(dequarantined('b'));
  });

  it('reads back what was appended, with its envelope, in order', async () => {
    const context = { ...signedBy('ada'), $causationId: 'earlier' };
    await log.append('notes-1', -1, [dequarantined('a'), dequarantined('b')], context);
    const [first, second] = await readAll('notes-1');
    expect(first).toMatchObject({
      ...dequarantined('a'),
      stream: 'notes-1',
      revision: 0,
      envelope: { ...context, schemaVersion: 1 },
    });
    expect(second).toMatchObject({ ...dequarantined('b'), revision: 1 });
    expect(await readAll('notes-1', 1)).toEqual([second]);
  });

  it('reads nothing from a stream that does not exist, or beyond its end', async () => {
    await log.append('notes-short', -1, [dequarantined('a')], signedBy('ada'));
    expect(await readAll('notes-none')).toEqual([]);
    expect(await readAll('notes-short', 1)).toEqual([]);
  });

  it('gives every event its own position, which sorts as text, also within one append', async () => {
    const positions: string[] = [];
    for (let append = 0; append < 12; append++) {
      const { position } = await log.append(
        `notes-order-${append}`,
        -1,
        [dequarantined('a'), dequarantined('b'), dequarantined('c')],
        signedBy('ada'),
      );
      const written = (await readAll(`notes-order-${append}`)).map((event) => event.position);
      expect(written.at(-1)).toBe(position);
      positions.push(...written);
    }
    expect(new Set(positions).size).toBe(36);
    expect([...positions].sort()).toEqual(positions);
    expect(positions.every((position) => position.startsWith(`${log.epoch}-`))).toBe(true);
  });

  it('refuses to append after any other revision than the current one', async () => {
    await log.append('notes-fence', -1, [dequarantined('a')], signedBy('ada'));
    for (const revision of [-1, 1, 5]) {
      const refused = log.append('notes-fence', revision, [dequarantined('b')], signedBy('ada'));
      await expect(refused).rejects.toBeInstanceOf(RevisionConflict);
    }
    expect(await readAll('notes-fence')).toHaveLength(1);
  });

  it.each([
    ['lacks a field', { projectId }],
    ['has a field too many', { projectId, testId: 'a', more: true }],
    ['has a value of the wrong kind', { projectId, testId: 5 }],
  ])('refuses an event that %s before anything is written', async (_, data) => {
    const wrong = { type: 'TestDequarantined', data: data as object } as DomainEvent;
    const stream = `notes-${newId()}`;
    await expect(log.append(stream, -1, [dequarantined('a'), wrong], signedBy('ada'))).rejects.toThrow(
      /TestDequarantined does not fit its schema/,
    );
    expect(await readAll(stream)).toEqual([]);
  });

  it('refuses an unknown event', async () => {
    const unknown = { ...dequarantined('a'), type: 'NeverHeardOf' as DomainEvent['type'] } as DomainEvent;
    await expect(log.append(`notes-${newId()}`, -1, [unknown], signedBy('ada'))).rejects.toThrow(RangeError);
  });

  it('knows its newest event', async () => {
    const { position } = await log.append(`notes-${newId()}`, -1, [dequarantined('a')], signedBy('ada'));
    const head = await log.head();
    expect(head?.position).toBe(position);
    expect(Math.abs(Date.now() - Number(head?.recordedAt))).toBeLessThan(60_000);
  });

  it('knows what an account recorded last, or nobody, whatever others did since', async () => {
    const [mine, theirs] = ['mine', 'theirs'] as AccountId[] as [AccountId, AccountId];
    const record = async (accountId: AccountId | null) =>
      (await log.append(`notes-${newId()}`, -1, [dequarantined('a')], signedBy('ada', accountId))).position;
    const newestOf = async (accountId: AccountId, after: Position) => {
      const until = (await log.head())?.position ?? after;
      return log.newestOf(accountId, { after, until, timeoutMs: patienceMs });
    };
    const before = await record(theirs);
    const own = await record(mine);
    for (let more = 0; more < 3; more++) await record(theirs);
    expect(await newestOf(mine, before)).toBe(own);
    // Beyond what was looked through, within it, and before it.
    const after = await record(theirs);
    expect(await newestOf(mine, before)).toBe(own);
    expect(await newestOf(mine, own)).toBe(own);
    expect(await newestOf(mine, after)).toBe(after);
    expect(await newestOf(mine, before)).toBe(own);
    const nobodys = await record(null);
    expect(await newestOf(mine, before)).toBe(nobodys);
    const newer = await record(mine);
    expect(await Promise.all([newestOf(mine, before), newestOf(theirs, own)])).toEqual([newer, nobodys]);
  });

  it('waits for the end of the log where there is no time to look', async () => {
    const after = (await log.append(`notes-${newId()}`, -1, [dequarantined('a')], signedBy('ada'))).position;
    const until = (await log.append(`notes-${newId()}`, -1, [dequarantined('a')], signedBy('ada'))).position;
    const late = (await stores.openAnotherLog()).newestOf('nobody' as AccountId, { after, until, timeoutMs: 0 });
    expect(await late).toBe(until);
  });

  describe('with secrets', () => {
    const environmentId = 'staging' as EnvironmentId;
    const stream = `environment-${environmentId}`;
    const secret = 'correct horse battery staple';
    beforeAll(async () => {
      const variables = [{ key: 'PASSWORD', value: secret, encrypted: true, file: false }];
      const facts = { environmentId, key: 'staging', name: 'Staging', url: null, pipelineStageId: null };
      const create = { type: 'createEnvironment' as const, ...facts, maximumParallelTestRuns: 0, variables };
      await log.handle(environmentDecider, environmentId, create, signedBy('ada'));
    });

    it('keeps them encrypted under the account key', async () => {
      const stored = await atRest(stream);
      expect(JSON.stringify(stored, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
        'horse',
      );
      expect(stored.at(-1)?.data).toMatchObject({
        key: 'PASSWORD',
        value: expect.stringMatching(/^enc:v1:account:acme:/),
      });
    });

    it('reads them for a decision, also in another process', async () => {
      const { state } = await (await stores.openAnotherLog()).load(environmentDecider, environmentId);
      expect(state).toMatchObject({ variables: new Map([['PASSWORD', { value: secret }]]) });
    });

    it('never writes the same secret the same way twice', async () => {
      const set: DomainEvent = {
        type: 'EnvironmentVariableSet',
        data: { environmentId, key: 'A', value: secret, encrypted: true, file: false },
      };
      await log.append('environment-twice', -1, [set, set], signedBy('ada'));
      const [one, two] = (await atRest('environment-twice')).map((event) => event?.data);
      expect(one).not.toEqual(two);
    });

    it('refuses a secret that belongs to no account', async () => {
      const set: DomainEvent = {
        type: 'EnvironmentVariableSet',
        data: { environmentId, key: 'A', value: secret, encrypted: true, file: false },
      };
      await expect(log.append('environment-nobody', -1, [set], signedBy('ada', null))).rejects.toThrow(TypeError);
    });

    it('reads them as empty once the account key is erased', async () => {
      const accountId = 'gone' as AccountId;
      const set: DomainEvent = {
        type: 'EnvironmentVariableSet',
        data: { environmentId, key: 'A', value: secret, encrypted: true, file: false },
      };
      await log.append('environment-gone', -1, [set], signedBy('ada', accountId));
      await stores.operations.keys.erase(`account:${accountId}`);
      expect(await readAll('environment-gone')).toMatchObject([{ data: { key: 'A', value: '' } }]);
    });
  });

  describe('with personal data', () => {
    const register = (userId: UserId): DomainEvent => ({
      type: 'UserRegistered',
      data: { userId, email: 'ada@example.org', firstName: 'Ada', lastName: 'Lovelace' },
    });

    it('keeps it encrypted under the key of the person, and does not reveal it to those who read streams', async () => {
      const userId = newId<UserId>();
      await log.append(`user-${userId}`, -1, [register(userId)], signedBy('ada', null));
      const [stored] = await atRest(`user-${userId}`);
      const encrypted = expect.stringMatching(new RegExp(`^enc:v1:user:${userId}:`));
      expect(stored?.data).toEqual({ userId, email: encrypted, firstName: encrypted, lastName: encrypted });
      expect(await readAll(`user-${userId}`)).toMatchObject([{ data: { email: encrypted } }]);
    });

    it('is read with the key of the person, and by nobody once that is erased', async () => {
      const userId = newId<UserId>();
      const { keys } = stores.operations;
      await log.append(`user-${userId}`, -1, [register(userId)], signedBy('ada', null));
      const [registered] = await readAll(`user-${userId}`);
      const email = registered?.type === 'UserRegistered' ? registered.data.email : '';
      expect(await decryptField(keys, email)).toBe('ada@example.org');
      await keys.erase(`user:${userId}`);
      expect(await decryptField(keys, email)).toBeNull();
      await expect(log.append(`user-${userId}`, 0, [register(userId)], signedBy('ada', null))).rejects.toMatchObject({
        code: 'key.erased',
      });
    });

    it('refuses a text that was tampered with', async () => {
      const userId = newId<UserId>();
      await log.append(`user-${userId}`, -1, [register(userId)], signedBy('ada', null));
      const [registered] = await readAll(`user-${userId}`);
      const email = registered?.type === 'UserRegistered' ? registered.data.email : '';
      const sign = email.at(-10) === 'A' ? 'B' : 'A';
      const tampered = `${email.slice(0, -10)}${sign}${email.slice(-9)}`;
      await expect(decryptField(stores.operations.keys, tampered)).rejects.toThrow();
    });
  });

  it('takes a plan of thousands of tests in the appends that a run makes', async () => {
    const tests = Array.from({ length: 8_000 }, (_, index) => `test-${String(index).padStart(11, '0')}` as TestId);
    const planned: DomainEvent = {
      type: 'WorkUnitsPlanned',
      data: { testRunId: 'run' as TestRunId, units: [{ unit: 1, copy: null, tests, expectedMs: 1 }], complete: true },
    };
    await log.append('testRun-large', -1, [planned], signedBy('ada', acme));
    expect(await readAll('testRun-large')).toMatchObject([{ data: { units: [{ tests }] } }]);
  });
});
