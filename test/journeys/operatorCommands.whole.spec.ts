import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentView, ProjectView } from '@assay/contract';
import { signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { operatorCommand } from '../support/operatorCommand.ts';

const command = (installation: Installation, bundle: string, args: string[]) =>
  operatorCommand(installation, bundle, { args });

describe('commands beside a running installation', () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await startInstallation();
  });
  afterAll(async () => {
    await installation.stop();
    await installation.remove();
  });

  it('create an account whose administrator sees nothing of the first one', async () => {
    const owner = await signIn(installation.url, admin);
    await owner.post('/projects', {
      key: 'mine',
      name: 'Mine',
      gitUrl: '/nowhere',
      testingFramework: 'CucumberJS',
      defaultBranch: 'main',
    });
    const person = { email: 'eve@example.org', password: 'a second secret' };
    const made = command(installation, 'createAccount', [
      '--name',
      'acme',
      '--email',
      person.email,
      '--password',
      person.password,
      '--first-name',
      'Eve',
      '--last-name',
      'Moss',
    ]);
    expect([await made.ended, made.output()]).toEqual([0, expect.stringContaining('The account acme is there')]);
    const other = await signIn(installation.url, person);
    expect(other.accountId).not.toBe(owner.accountId);
    expect(await other.get<ProjectView[]>('/projects')).toEqual([]);
    await eventually(async () =>
      expect(await other.get('/environments')).toMatchObject([{ key: 'local', name: 'Local' }]),
    );
    const names = ['--name', 'second', '--email', admin.email, '--first-name', 'A', '--last-name', 'B'];
    const again = command(installation, 'createAccount', names);
    expect([await again.ended, again.output()]).toEqual([1, expect.stringContaining('can sign in here already')]);
    await eventually(async () => (await owner.get<ProjectView[]>('/projects')).length === 1);
  });

  it('show the mails that nobody can read in the product', async () => {
    const address = `${installation.url}/api/forgot-password`;
    const body = JSON.stringify({ email: admin.email });
    expect(
      (await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status,
    ).toBe(204);
    const mails = await eventually(async () => {
      const shown = command(installation, 'mails', ['--outbox']);
      expect(await shown.ended).toBe(0);
      return shown.output().includes('/password-reset?token=') ? shown.output() : null;
    });
    expect(mails).toContain(`To: ${admin.email}\nSubject: Set a new password for Assay`);
  });

  it('rebuild a read model, and say so', async () => {
    const rebuilt = command(installation, 'rebuild', ['projects']);
    expect([await rebuilt.ended, rebuilt.output()]).toEqual([0, expect.stringMatching(/^projects: rebuilt in \d/)]);
    const unknown = command(installation, 'rebuild', ['nonsense']);
    expect([await unknown.ended, unknown.output()]).toEqual([1, expect.stringContaining('nonsense is no read model')]);
  });

  it.each(['createAccount', 'mails', 'rebuild', 'backup', 'eventstore', 'mongo'])(
    'print help of %s, and refuse unknown options',
    async (bundle) => {
      const help = command(installation, bundle, ['--help']);
      expect([await help.ended, help.output()]).toEqual([0, expect.stringContaining('Usage:')]);
      const wrong = command(installation, bundle, ['--nonsense']);
      expect([await wrong.ended, wrong.output()]).toEqual([2, expect.stringContaining('--nonsense')]);
    },
  );

  it('start another agent with a token of its account, which is listed and exits', async () => {
    const owner = await signIn(installation.url, admin);
    const { token } = await owner.post<{ token: string }>('/agent-tokens', { name: 'second machine' });
    const folder = join(installation.dataDir, 'second-agent');
    const tokenFile = join(installation.dataDir, 'second-agent.token');
    await writeFile(tokenFile, token, { mode: 0o600 });
    const agent = command(installation, 'agent', [
      '--url',
      installation.url,
      '--token-file',
      tokenFile,
      '--capacity',
      '3',
      '--dir',
      folder,
      '--name',
      'second',
    ]);
    const second = async () => (await owner.get<AgentView[]>('/agents')).find(({ name }) => name === 'second');
    await eventually(async () => (await second())?.status === 'Running');
    expect(await second()).toMatchObject({ capacity: 3 });
    agent.child.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
    await eventually(async () => (await second())?.status === 'Exited');
  });
});
