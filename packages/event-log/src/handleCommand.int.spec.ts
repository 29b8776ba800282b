import type { EnvironmentId, ProjectId, TestId } from '@assay/contract';
import { environmentDecider, projectTestsDecider } from '@assay/domain';
import { type StoresUnderTest, signedBy, startStores } from '../../../test/support/storesUnderTest.ts';
import { type EventLog, newId, RevisionConflict } from './index.ts';

const projectId = 'shop' as ProjectId;
const quarantine = (testId: string) => ({
  type: 'quarantineTest' as const,
  projectId,
  testId: testId as TestId,
  file: 'a.spec.ts',
  name: testId,
  reason: null,
});
const createEnvironment = (environmentId: EnvironmentId) => ({
  type: 'createEnvironment' as const,
  environmentId,
  key: 'staging',
  name: 'Staging',
  url: null,
  pipelineStageId: null,
  maximumParallelTestRuns: 0,
  variables: [],
});

describe('handling commands', () => {
  let stores: StoresUnderTest;
  let log: EventLog;
  let other: EventLog;
  beforeAll(async () => {
    stores = await startStores();
    log = stores.eventLog;
    other = await stores.openAnotherLog();
  });
  afterAll(() => stores.stop());

  const quarantinedIn = async (stream: string) => {
    const tests: string[] = [];
    for await (const event of log.read(`projectTests-${stream}`)) {
      if (event.type === 'TestQuarantined') tests.push(event.data.testId);
    }
    return tests;
  };

  it('appends what was decided and answers with its revision and position', async () => {
    const id = newId();
    const first = await log.handle(projectTestsDecider, id, quarantine('a'), signedBy('ada'));
    const second = await log.handle(projectTestsDecider, id, quarantine('b'), signedBy('ada'));
    expect([first.revision, second.revision]).toEqual([0, 1]);
    expect(first.events).toMatchObject([{ type: 'TestQuarantined', data: { testId: 'a' } }]);
    expect(String(first.position) < String(second.position)).toBe(true);
  });

  it('answers without a position when nothing happened', async () => {
    const id = newId();
    await log.handle(projectTestsDecider, id, quarantine('a'), signedBy('ada'));
    const repeated = await log.handle(projectTestsDecider, id, quarantine('a'), signedBy('ada'));
    expect(repeated).toEqual({ id, revision: 0, position: null, events: [] });
  });

  it('carries out each of many simultaneous commands on one stream, from two processes', async () => {
    const id = newId();
    const tests = Array.from({ length: 40 }, (_, index) => `test-${index}`);
    const results = await Promise.all(
      tests.map((test, index) =>
        (index % 2 === 0 ? log : other).handle(projectTestsDecider, id, quarantine(test), signedBy('ada')),
      ),
    );
    expect((await quarantinedIn(id)).sort()).toEqual([...tests].sort());
    expect(results.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(tests.map((_, index) => index));
  });

  it('lets exactly one of several exclusive commands win', async () => {
    const environmentId = newId<EnvironmentId>();
    const attempts = await Promise.allSettled(
      [log, other, log, other].map((each) =>
        each.handle(environmentDecider, environmentId, createEnvironment(environmentId), signedBy('ada')),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'environment.exists' });
    }
  });

  it('creates a new aggregate without reading, and refuses one that exists', async () => {
    const id = newId<EnvironmentId>();
    const streams: string[] = [];
    const create = (from: EventLog) =>
      from.handle(environmentDecider, id, createEnvironment(id), { ...signedBy('ada'), isNew: true });
    const made = await create(log);
    expect(made.revision).toBe(0);
    await expect(create(other)).rejects.toMatchObject({ code: expect.stringMatching(/^environment\./) });
    for await (const event of log.read(`environment-${id}`)) streams.push(event.type);
    expect(streams).toEqual(['EnvironmentCreated']);
  });

  it('sees what another process has written although the stream is in its cache', async () => {
    const id = newId();
    await log.handle(projectTestsDecider, id, quarantine('a'), signedBy('ada'));
    await other.handle(projectTestsDecider, id, quarantine('b'), signedBy('ada'));
    expect((await log.load(projectTestsDecider, id)).state.quarantined).toEqual(new Set(['a', 'b']));
  });

  it.each([
    ['would do again', quarantine('b'), ['a', 'b']],
    ['would leave undone', { type: 'dequarantineTest' as const, projectId, testId: 'b' as TestId }, ['a']],
  ])('decides on the current state, not on its cache, and %s', async (_, command, expected) => {
    const id = newId();
    await log.handle(projectTestsDecider, id, quarantine('a'), signedBy('ada'));
    await other.handle(projectTestsDecider, id, quarantine('b'), signedBy('ada'));
    await log.handle(projectTestsDecider, id, command, signedBy('ada'));
    expect([...(await log.load(projectTestsDecider, id)).state.quarantined].sort()).toEqual(expected);
  });

  it('does not refuse for a reason that no longer holds', async () => {
    const environmentId = newId<EnvironmentId>();
    const change = { type: 'changeEnvironment' as const, name: 'Stage' };
    await expect(log.handle(environmentDecider, environmentId, change, signedBy('ada'))).rejects.toMatchObject({
      code: 'environment.notFound',
    });
    await other.handle(environmentDecider, environmentId, createEnvironment(environmentId), signedBy('ada'));
    const { revision } = await log.handle(environmentDecider, environmentId, change, signedBy('ada'));
    expect(revision).toBe(1);
  });

  it('refuses a revision that the caller has not seen, and appends nothing', async () => {
    const id = newId();
    await log.handle(projectTestsDecider, id, quarantine('a'), signedBy('ada'));
    await other.handle(projectTestsDecider, id, quarantine('b'), signedBy('ada'));
    for (const expectedRevision of [0, 2, -1]) {
      const stale = log.handle(projectTestsDecider, id, quarantine('c'), { ...signedBy('ada'), expectedRevision });
      await expect(stale).rejects.toBeInstanceOf(RevisionConflict);
    }
    expect(await quarantinedIn(id)).toEqual(['a', 'b']);
  });

  it('accepts the revision that the caller has seen, even if another process wrote it', async () => {
    const id = newId();
    await log.handle(projectTestsDecider, id, quarantine('a'), signedBy('ada'));
    await other.handle(projectTestsDecider, id, quarantine('b'), signedBy('ada'));
    const seen = { ...signedBy('ada'), expectedRevision: 1 };
    expect(await log.handle(projectTestsDecider, id, quarantine('c'), seen)).toMatchObject({ revision: 2 });
  });

  it('lets one of two callers that have seen the same revision win', async () => {
    const id = newId();
    await log.handle(projectTestsDecider, id, quarantine('a'), signedBy('ada'));
    const attempts = await Promise.allSettled(
      [log, other].map((each, index) =>
        each.handle(projectTestsDecider, id, quarantine(`b${index}`), { ...signedBy('ada'), expectedRevision: 0 }),
      ),
    );
    const outcomes = attempts.map((attempt) => (attempt.status === 'rejected' ? attempt.reason : 'done'));
    expect(outcomes).toContain('done');
    expect(outcomes.filter((outcome) => outcome instanceof RevisionConflict)).toHaveLength(1);
  });

  it('asks for the command again with the newest state when it is made from the state', async () => {
    const id = newId();
    await log.handle(projectTestsDecider, id, quarantine('a'), signedBy('ada'));
    await other.handle(projectTestsDecider, id, quarantine('b'), signedBy('ada'));
    const seen: number[] = [];
    await log.handle(
      projectTestsDecider,
      id,
      (state, revision) => {
        seen.push(revision);
        return quarantine(`after ${[...state.quarantined].sort().join(' and ')}`.replaceAll(' ', '-'));
      },
      signedBy('ada'),
    );
    expect(seen).toEqual([0, 1]);
    expect(await quarantinedIn(id)).toEqual(['a', 'b', 'after-a-and-b']);
  });
});
