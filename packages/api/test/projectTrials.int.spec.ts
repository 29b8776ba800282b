import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ProjectTrialView, waitingTexts } from '@assay/contract';
import { pino } from 'pino';
import { eventually } from '../../../test/support/eventually.ts';
import type { AutomationDeps } from '../../automation/src/automationDeps.ts';
import { endOverdueTrials } from '../../automation/src/jobs/endOverdueTrials.ts';
import { expireLeases } from '../../automation/src/jobs/expireLeases.ts';
import { type RunningAgent, startAgent } from '../../runner-agent/src/index.ts';
import { registerAgent } from './agentUnderTest.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';

const minuteMs = 60_000;
const over = ({ state }: ProjectTrialView) => state !== 'waiting' && state !== 'working';

describe('trials of project settings', () => {
  let api: ApiUnderTest;
  let repository: string;
  beforeAll(async () => {
    api = await startApi();
    repository = join(api.dataDir, 'shop');
    const files = {
      'features/cart.feature':
        'Feature: Cart\n  Scenario: adds\n    Given it runs\n  Scenario: pays\n    Given it runs\n',
      'features/steps.js': `require('@cucumber/cucumber').Given('it runs', () => require('node:fs').writeFileSync(${JSON.stringify(join(api.dataDir, 'ran'))}, ''));`,
    };
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(repository, name)), { recursive: true });
      await writeFile(join(repository, name), content);
    }
    const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, stdio: 'pipe' });
    git('init', '--quiet', '--initial-branch=main');
    git('add', '.');
    git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '-m', 'Add the cart');
    const variables = [{ key: 'TOKEN', value: 'battery-staple', encrypted: true, file: false }];
    await api.done('POST', '/environments', { body: { name: 'Test', key: 'test', variables } });
  });
  afterAll(() => api.stop());

  const tried = (change: object = {}) => ({
    gitUrl: repository,
    defaultBranch: 'main',
    testingFramework: 'CucumberJS',
    usingSelenium: false,
    ...change,
  });
  async function begin(change: object = {}): Promise<string> {
    return (await api.done<{ id: string }>('POST', '/project-trials', { body: tried(change) })).id;
  }
  const stateOf = async (id: string) => (await api.call<ProjectTrialView>('GET', `/project-trials/${id}`)).body;
  async function ended(id: string): Promise<ProjectTrialView> {
    let last = await stateOf(id);
    await eventually(async () => {
      last = await stateOf(id);
      expect(over(last)).toBe(true);
    });
    return last;
  }
  const log = pino({ level: 'silent' });
  const automation = () => ({ eventLog: api.eventLog, operations: api.operations, log }) as AutomationDeps;
  const later = (minutes: number) => new Date(Date.now() + minutes * minuteMs);

  it('say that no agent is connected, and end after a while if none comes', async () => {
    const id = await begin();
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', waitsFor: waitingTexts.noAgent });
    await endOverdueTrials.run(automation(), later(9));
    expect((await stateOf(id)).state).toBe('waiting');
    await endOverdueTrials.run(automation(), later(11));
    expect(await stateOf(id)).toMatchObject({ state: 'failed', problem: { code: 'trial.notTaken' } });
  });

  it('are for administrators of the account alone', async () => {
    const id = await begin();
    const user: Person = await api.newPerson(api.admin.accountId, 'USER');
    const stranger = await api.newAccount('globex');
    expect((await api.call('POST', '/project-trials', { as: user, body: tried() })).status).toBe(403);
    for (const method of ['GET', 'DELETE']) {
      expect((await api.call(method, `/project-trials/${id}`, { as: user })).status).toBe(403);
      expect((await api.call(method, `/project-trials/${id}`, { as: stranger })).status).toBe(404);
    }
    expect((await stateOf(id)).state).toBe('waiting');
  });

  it('refuse what a project may not be', async () => {
    const { status, body } = await api.call('POST', '/project-trials', {
      body: tried({ testingFramework: 'Cypress' }),
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ field: 'testingFrameworkVersion' }] });
    expect((await api.call('POST', '/project-trials', { body: tried({ gitUrl: null }) })).status).toBe(400);
    const gitUrl = 'http://git.example.org/shop.git';
    const refused = await api.call('POST', '/project-trials', { body: tried({ gitUrl }) });
    expect(refused.body).toMatchObject({ code: 'request.invalid', errors: [{ field: 'gitUrl' }] });
  });

  it('are one at a time for a person: a new one ends the one before', async () => {
    const [before, after] = [await begin(), await begin()];
    expect([(await stateOf(before)).state, (await stateOf(after)).state]).toEqual(['canceled', 'waiting']);
  });

  it('fail when their agent falls silent, and are not begun again', async () => {
    const agent = await registerAgent(api);
    const id = await begin({ gitUrl: 'https://ada:secret@git.example.com/shop.git' });
    const assignment = await agent.takeWork();
    expect(assignment).toMatchObject({ kind: 'setup', run: { trial: true, testRunId: id } });
    expect(assignment.run.settings.gitUrl).toBe('https://ada:secret@git.example.com/shop.git');
    const kept = await api.documentStore.db('assay_ops').collection('workRuns').find().toArray();
    expect(JSON.stringify(kept)).not.toContain('secret');
    const report = { phases: [], log: '', found: null, problem: null };
    const path = `/agents/${agent.agentId}/trials/${assignment.leaseId}`;
    const other = await registerAgent(api);
    const byOther = `/agents/${other.agentId}/trials/${assignment.leaseId}`;
    expect((await api.call('PUT', byOther, { as: other, body: report })).status).toBe(404);
    expect((await api.call('PUT', path, { as: agent, body: report })).status).toBe(200);
    await expireLeases.run(automation(), later(1));
    const { state, problem } = await stateOf(id);
    expect([state, problem?.code]).toEqual(['failed', 'trial.lost']);
    expect(problem?.message).toContain('stopped answering');
    expect((await api.call('PUT', path, { as: agent, body: report })).status).toBe(404);
    expect(await agent.claim([0], 0)).toEqual([]);
  });

  describe('on a real agent', () => {
    let agent: RunningAgent;
    beforeAll(async () => {
      const { token } = await api.done<{ token: string }>('POST', '/agent-tokens', { body: { name: 'Real' } });
      const workDir = join(api.dataDir, 'agent');
      agent = await startAgent({ url: api.url, token, capacity: 1, workDir, name: 'real', minFreeDisk: 0, log });
    });
    afterAll(() => agent.stop());

    it('list the tests, run none, and show no secret', async () => {
      const events = (await api.eventLog.head())?.position;
      const id = await begin({ environment: 'test', installCommand: 'echo token $TOKEN' });
      const trial = await ended(id);
      expect(trial.problem).toBeNull();
      expect(trial).toMatchObject({ state: 'listed', agent: { name: 'real' }, found: { count: 2, unloaded: [] } });
      expect(trial.found?.first.map(({ name, file }) => [file, name])).toEqual([
        ['features/cart.feature', 'adds'],
        ['features/cart.feature', 'pays'],
      ]);
      expect(trial.phases.map(({ name, durationMs }) => [name, durationMs !== null])).toEqual([
        ['checkout', true],
        ['install', true],
        ['list', true],
      ]);
      expect(trial.log).toContain('token ***');
      expect(JSON.stringify(trial)).not.toContain('battery-staple');
      expect(existsSync(join(api.dataDir, 'ran'))).toBe(false);
      // It is no fact at all.
      expect((await api.eventLog.head())?.position).toBe(events);
    });

    it('end with what failed, and the slot is free for the next', async () => {
      const id = await begin({ installCommand: 'echo no such thing && exit 3' });
      const { state, problem, phases } = await ended(id);
      expect([state, problem?.code]).toEqual(['failed', 'install.failed']);
      expect(phases.at(-1)).toMatchObject({ name: 'install', durationMs: null });
      expect((await ended(await begin())).state).toBe('listed');
    });

    it('are canceled with all their processes', async () => {
      const pidFile = join(api.dataDir, 'pid');
      const waits = `node -e "require('fs').writeFileSync('${pidFile}', String(process.pid)); setInterval(() => {}, 1000)"`;
      const id = await begin({ installCommand: waits });
      await eventually(async () => expect(existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toBeTruthy());
      await api.done('DELETE', `/project-trials/${id}`);
      expect((await stateOf(id)).state).toBe('canceled');
      await eventually(async () => expect(isRunning(Number(readFileSync(pidFile, 'utf8')))).toBe(false));
    });
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
