import { type AgentId, authorizationIdOf, type TestRunId } from '@assay/contract';
import { type AuthorizationCommand, authorizationDecider, projectDecider } from '@assay/domain';
import { openOutgoingGuard, UnreadableService } from '@assay/integrations';
import type { OutboxRow } from '@assay/operations';
import { pino } from 'pino';
import { eventually } from '../../../../test/support/eventually.ts';
import { type ReceivingServer, receivingServer } from '../../../../test/support/receivingServer.ts';
import { shop } from '../../../../test/support/recordedIds.ts';
import { ends, listedTest, starts } from '../../../../test/support/runStory.ts';
import { acme, signedBy } from '../../../../test/support/storesUnderTest.ts';
import { AgentDriver } from '../../test/agentDriver.ts';
import { ServiceUnderTest } from '../../test/serviceUnderTest.ts';
import { openPullRequestRoom } from '../pullRequests/pullRequestRoom.ts';
import { openCommitStatusRoom } from './commitStatusRoom.ts';

const commit = 'c0ffee'.padEnd(40, '0');
const authorizationId = authorizationIdOf(acme, 'GitHub');
const repository = '/api/v3/repos/northwind/shop';

describe('commit statuses', () => {
  let service: ServiceUnderTest;
  /** A fake GitHub on loopback that speaks its HTTP API. */
  let fake: ReceivingServer;
  let statuses: ReturnType<typeof openCommitStatusRoom>;
  let comments: ReturnType<typeof openPullRequestRoom>;
  let givesToken = true;

  beforeAll(async () => {
    [service, fake] = await Promise.all([ServiceUnderTest.start(), receivingServer()]);
    const { eventLog, operations } = service.stores;
    const tokenFor = async () => {
      if (!givesToken) throw new UnreadableService('it is away');
      return 'secret';
    };
    const deps = {
      eventLog,
      operations,
      readModels: service.readModels,
      log: pino({ level: 'silent' }),
      publicUrl: 'https://assay.example.org',
      gitTokens: { tokenFor },
    };
    const guard = openOutgoingGuard(['127.0.0.1']);
    statuses = openCommitStatusRoom(deps, guard);
    comments = openPullRequestRoom(deps, guard);
    const settings = { gitUrl: `${fake.url}/northwind/shop` };
    await eventLog.handle(projectDecider, shop, { type: 'changeProject', settings }, signedBy('ada'));
    await connect();
  });
  afterAll(async () => {
    statuses.close();
    comments.close();
    await fake.stop();
    await service.stop();
  });
  beforeEach(() => {
    givesToken = true;
    fake.received.length = 0;
    fake.reply = () => ({ status: 201, body: '{}' });
  });

  const authorize = (command: AuthorizationCommand) =>
    service.stores.eventLog.handle(authorizationDecider, authorizationId, command, signedBy('ada'));
  async function connect(): Promise<void> {
    const service = { authorizationId, provider: 'GitHub', identifier: `${fake.url}/` };
    await authorize({ type: 'grantAuthorization', ...service, token: 'secret' });
    await authorize({ type: 'switchComments', on: true });
  }

  /**
   * Runs two tests; one fails.
   * @returns the run
   */
  async function failedRun(): Promise<TestRunId> {
    await service.quiet();
    const agent = new AgentDriver(service.stores.eventLog, service.stores.operations, {
      agentId: 'agent' as AgentId,
      commit,
      testsOf: () => [listedTest('adds'), listedTest('pays')],
      outcomeOf: (name) => [starts(name), ends(name, name === 'pays' ? 'FAIL' : 'PASS')],
    });
    const id = await service.createRun();
    await service.reaches(id, 'FAIL', agent);
    await service.quiet();
    return id;
  }
  /** Outbox rows for an event of the run. */
  async function rowOf(testRunId: TestRunId, type: string, ending = ''): Promise<OutboxRow | null> {
    const event = (await service.eventsOf(`testRun-${testRunId}`)).find((one) => one.type === type);
    return event ? service.stores.operations.outbox.find(`${event.id}${ending}`) : null;
  }
  const wanted = (testRunId: TestRunId, type: string, ending?: string): Promise<OutboxRow> =>
    eventually(() => rowOf(testRunId, type, ending));

  it('are sent when the tests of a run begin and end, with its status on delivery', async () => {
    const id = await failedRun();
    const [begun, ended] = [await wanted(id, 'TestRunStarted'), await wanted(id, 'TestRunFinished')];
    expect(begun.message).toMatchObject({ testRunId: id, provider: 'GitHub', path: 'northwind/shop', commit });
    for (const row of [begun, ended]) expect(await statuses.deliver(row)).toEqual({ kind: 'done', detail: '201' });
    for (const { path, headers, body } of fake.received) {
      expect(path).toBe(`${repository}/statuses/${commit}`);
      expect(headers.authorization).toBe('Bearer secret');
      expect(JSON.parse(body)).toMatchObject({ state: 'failure', description: '1 of 2 tests failed' });
    }
    expect(fake.received).toHaveLength(2);
  });

  it('come with a comment on the pull request once the run has ended', async () => {
    const id = await failedRun();
    expect(await rowOf(id, 'TestRunStarted', '-comment')).toBeNull();
    const row = await wanted(id, 'TestRunFinished', '-comment');
    fake.reply = ({ method, path }) => {
      if (method !== 'GET') return { status: 201, body: '{}' };
      return { status: 200, body: path.includes('/pulls') ? '[{"number":7,"state":"open"}]' : '[]' };
    };
    expect(await comments.deliver(row)).toMatchObject({ kind: 'done' });
    const sent = fake.received.find(({ method }) => method === 'POST');
    expect(sent?.path).toBe(`${repository}/issues/7/comments`);
    expect(sent?.body).toContain(`test-runs/${id}`);
    const { body } = JSON.parse(sent?.body ?? '{}') as { body: string };
    const { testRunAnalysisRootCauses = [] } = (await service.readModels.of(acme).runAnalysis(id, null)) ?? {};
    const [cause] = testRunAnalysisRootCauses;
    expect(body).toContain(`- [1 test: ${cause?.name}](`);
    expect(body).toContain(`/test-runs/${id}/analysis?cause=${cause?.id}) · `);
    expect(body).toMatch(/\n {4}- .+ › .*pays/);
  });

  it('wait for a missing token, and are dropped when the service is disconnected or comments are off', async () => {
    const id = await failedRun();
    const [status, comment] = [await wanted(id, 'TestRunFinished'), await wanted(id, 'TestRunFinished', '-comment')];
    givesToken = false;
    for (const answer of [await statuses.deliver(status), await comments.deliver(comment)]) {
      expect(answer).toMatchObject({ kind: 'retry', of: 'destination' });
    }
    givesToken = true;
    await authorize({ type: 'switchComments', on: false });
    expect(await comments.deliver(comment)).toMatchObject({ kind: 'refused' });
    await authorize({ type: 'revokeAuthorization' });
    for (const answer of [await statuses.deliver(status), await comments.deliver(comment)]) {
      expect(answer).toMatchObject({ kind: 'refused', reason: expect.stringContaining('disconnected') });
    }
    expect(fake.received).toEqual([]);
    await connect();
  });
});
