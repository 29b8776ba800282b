import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestRunView } from '@assay/contract';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { makeRepository, type Repository } from '../support/makeRepository.ts';
import { operatorCommand } from '../support/operatorCommand.ts';
import { createEnvironment, createProject, finishedRun, startRun } from '../support/runs.ts';

const other = { email: 'eve@example.net', password: 'a second secret' };

let installation: Installation;
let repository: Repository;
let caller: Caller;

beforeAll(async () => {
  repository = await makeRepository({
    'gated.mjs': `import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
const cases = (suite, ...names) => '<testsuite name="' + suite + '">' + names.map((name) => '<testcase classname="' + suite + '" name="' + name + '"/>').join('') + '</testsuite>';
writeFileSync('first.xml', cases('Tea', 'is hot', 'is green', 'is sweet'));
while (!existsSync(process.env.GATE)) await wait(20);
writeFileSync('second.xml', cases('Milk', 'is cold'));
`,
    'test.mjs': `import { writeFileSync } from 'node:fs';
writeFileSync('results.xml', '<testsuite name="Tea"><testcase classname="Tea" name="is hot"/></testsuite>');
`,
  });
  // Its specs isolate no tests, so the agent of this machine serves one account.
  installation = await startInstallation({ byNpm: 'start' });
  caller = await signIn(installation.url, admin);
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

/** Starts a run in the caller's account; of one test, unless told otherwise. */
async function runOf(account: Caller, testCommand = 'node test.mjs', key = 'tea'): Promise<string> {
  await createEnvironment(account, { key: `${key}-shop`, name: `Shop of ${key}` });
  await createProject(account, {
    key,
    name: key,
    gitUrl: repository.path,
    defaultBranch: 'main',
    testingFramework: 'Other',
    otherFramework: 'node',
    testCommand,
    resultFiles: ['*.xml'],
  });
  return await startRun(account, { project: key, environment: `${key}-shop`, runners: 1 });
}

describe('an installation started by npm start', () => {
  it('keeps what the api says of sign-ins, refusals, and changes of rights and tokens, without secrets', async () => {
    const wrong = 'not the right one';
    await expect(signIn(installation.url, { ...admin, password: wrong })).rejects.toThrow('credentials are wrong');
    expect((await caller.call('GET', '/users/me', undefined, { authorization: 'Bearer made-up' })).status).toBe(401);
    const { token } = await caller.post<{ token: string }>('/agent-tokens', { name: 'CI' });

    const path = join(installation.dataDir, 'logs', 'api.log');
    const kept = await eventually(async () => {
      const text = await readFile(path, 'utf8');
      return text.includes('/agent-tokens') ? text : null;
    });
    const entries = kept.split('\n').filter((line) => line.includes('"name":"security"'));
    const events = entries.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events).toContainEqual(expect.objectContaining({ event: 'signedIn', address: '127.0.0.1' }));
    expect(events).toContainEqual(expect.objectContaining({ event: 'signInFailed' }));
    expect(events).toContainEqual(expect.objectContaining({ event: 'refused', status: 401, route: '/api/users/me' }));
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'rightsChanged', method: 'POST', route: '/agent-tokens' }),
    );
    for (const secret of [wrong, admin.password, caller.token, token]) expect(kept).not.toContain(secret);

    // Whoever collects what it prints gets the same lines, and nothing of the api's ordinary output.
    await eventually(async () => entries.every((line) => installation.lines.includes(line)));
    expect(kept).toContain('listening on');
    expect(installation.lines.filter((line) => line.startsWith('listening on'))).toEqual([]);
  });

  it('shows the results of a command while it still runs', async () => {
    const gate = join(installation.dataDir, 'gate');
    const run = await runOf(caller, `GATE='${gate}' node gated.mjs`, 'gated');
    const half = await eventually(async () => {
      const view = await caller.get<TestRunView>(`/test-runs/${run}`);
      return view.testCount === 3 ? view : null;
    });
    expect(half.status).toBe('RUNNING');
    await writeFile(gate, '');
    expect(await finishedRun(caller, run)).toMatchObject({ status: 'PASS', testCount: 4 });
  });

  it('gives its agent runs of the first account only where nothing isolates tests', async () => {
    const names = ['--name', 'acme', '--email', other.email, '--first-name', 'Eve', '--last-name', 'Moss'];
    const args = [...names, '--password', other.password];
    const made = operatorCommand(installation, 'createAccount', { args });
    expect({ code: await made.ended, said: made.output() }).toMatchObject({ code: 0 });
    const eve = await signIn(installation.url, other);

    // It waits first, so an agent of all accounts would take it first.
    const foreign = await runOf(eve);
    const own = await runOf(caller);
    expect((await finishedRun(caller, own)).status).toBe('PASS');
    expect(await eve.get<TestRunView>(`/test-runs/${foreign}`)).toMatchObject({ status: 'SUBMITTED', testCount: 0 });
    expect(await eve.get('/agents')).toEqual([]);
  });
});
