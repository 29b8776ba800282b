import { createHash } from 'node:crypto';
import { agentProtocol, isFinished, type TestId, type TestResultsPage, type TestRunView } from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import { eventually } from '../../../test/support/eventually.ts';
import { type ReceivingServer, receivingServer } from '../../../test/support/receivingServer.ts';
import { type AgentUnderTest, listedTest, registerAgent, testFinished, testStarted } from './agentUnderTest.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { type RunCycle, runCycle } from './runCycle.ts';

const kinds: readonly (readonly [title: string, text: string])[] = [
  ['a zero byte', 'a\u0000b'],
  ['half a surrogate pair', 'a\ud800b'],
  ['the other half', '\udc00'],
  ['marks that turn the order of letters', 'a\u202etxt.exe\u2066'],
  ['escape codes', '\u001b]0;title\u0007\u001b[2J\u001b[31mred\u009b1A'],
  ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)> <!channel> [x](javascript:alert(1))'],
  ['a path of documents', '$where.__proto__.constructor'],
  ['the name of a prototype', '__proto__'],
  ['line ends', 'a\r\nBcc: eve@example.com\u2028\u2029'],
  ['as many characters as fit', 'x'.repeat(100_000)],
  ['countless marks on a letter', `a${'\u0301'.repeat(100_000)}`],
];
const cut = (text: string, length: number) => text.slice(0, length);

describe('texts of hostile tests', () => {
  let api: ApiUnderTest;
  let server: ReceivingServer;
  let agent: AgentUnderTest;
  let cycle: RunCycle;
  beforeAll(async () => {
    server = await receivingServer();
    api = await startApi({ automation: true, guard: openOutgoingGuard(['127.0.0.1']) });
    const { testRunId } = await prepareRun(api);
    agent = await registerAgent(api);
    cycle = runCycle(api, agent);
    await cycle.cancel(testRunId);
    const body = { eventType: 'TESTRUN_FAIL', actionType: 'TRIGGER_WEBHOOK', destination: `${server.url}/hook` };
    await api.done('POST', '/alerts', { body: { ...body, criteria: { send: 'everyRun' } } });
    await api.caughtUp();
  });
  afterAll(async () => {
    await api.stop();
    await server.stop();
  });

  /** A test that says the text wherever it can, to the end of its run. */
  async function runOf(text: string): Promise<{ id: string; testId: TestId }> {
    const id = await cycle.newRun();
    const testId = createHash('sha256').update(text).digest('hex').slice(0, 32) as TestId;
    const [file, name, tags] = [cut(text, 1000), cut(text, 2000), [cut(text, 200)]];
    const listed = { ...listedTest(testId), file, name, tags, selector: name };
    const setup = await agent.takeWork();
    const list = { commit: cut(text, 100), commitMessage: cut(text, 500), foundCount: 1, tests: [listed] };
    const blobId = await agent.upload(Buffer.from(JSON.stringify(list)));
    const lease = (leaseId: string) => `/agents/${agent.agentId}/units/${leaseId}`;
    expect(await agent.post(`${lease(setup.leaseId)}/test-list`, { blobId })).toMatchObject({ status: 200 });
    const log = { testRunId: id, log: 'setup', offset: 0, text: cut(text, agentProtocol.logChunk) };
    expect((await agent.post(`/agents/${agent.agentId}/logs`, log)).status).toBe(200);
    await agent.events(setup, 1, [{ type: 'unitCompleted', problem: null }]);
    const unit = await agent.takeWork();
    const artifact = await agent.upload(Buffer.from('x'));
    const discovered = `d${testId}` as TestId;
    const said = { error: text, stackTrace: text, output: text, processOutput: text };
    const answer = await agent.events(unit, 1, [
      { type: 'testDiscovered', testId: discovered, file, name: `${cut(text, 1990)} twice`, tags },
      testStarted(testId),
      testFinished(testId, {
        ...said,
        status: 'FAIL',
        steps: [{ title: cut(text, 200), depth: 0, status: 'FAIL', startMs: 0, durationMs: 1 }],
        artifacts: [{ kind: 'file', name: cut(text, 300), mediaType: cut(text, 100), size: 1, blobId: artifact }],
      }),
      testStarted(discovered),
      testFinished(discovered),
      { type: 'unitCompleted', problem: { code: 'tests.failed', message: cut(text, 2000) } },
    ]);
    expect(answer).toMatchObject({ status: 200, body: { nextSequence: 7 } });
    await cycle.untilRun(id, ({ status }) => isFinished(status));
    return { id, testId };
  }

  it.each(kinds)('%s are kept, shown and sent, and hold no others up', async (_title, text) => {
    const before = server.received.length;
    const { id, testId } = await runOf(text);
    const { body: view } = await api.call<TestRunView>('GET', `/test-runs/${id}`);
    expect(view).toMatchObject({ status: 'FAIL', failCount: 1 });
    const { body: page } = await api.call<TestResultsPage>('GET', `/test-runs/${id}/results`);
    // UTF-8 cannot hold half a character.
    expect(page.tests.map(({ name }) => name)).toContain(Buffer.from(cut(text, 2000)).toString());
    for (const path of [`results/${testId}`, 'history', 'logs', 'logs/setup', 'test-list-result', 'test-runners']) {
      expect([path, (await api.call('GET', `/test-runs/${id}/${path}`)).status]).toEqual([path, 200]);
    }
    const query = encodeURIComponent(Buffer.from(cut(text, 50)).toString());
    for (const path of [`/search?q=${query}`, `/test-runs?search=${query}`, '/test-runs']) {
      expect((await api.call('GET', path)).status).toBeLessThan(500);
    }
    const sent = await eventually(() => server.received[before] ?? null);
    expect(JSON.parse(sent.body)).toMatchObject({ data: { testRun: { id } } });
  });
});
