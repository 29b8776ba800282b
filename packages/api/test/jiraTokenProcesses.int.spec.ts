import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { authorizationIdOf } from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import { bundled } from '../../../test/support/bundled.ts';
import { type FakeJira, fakeJira } from '../../../test/support/fakeJira.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

const apiMain = await bundled('packages/api/src/main.ts');
const listening = /^api listening on (http:\/\/127\.0\.0\.1:\d+)$/;
const redirectUri = 'https://assay.example.org/alerts';

describe('tokens of a sign-in at Jira, in processes of the service', () => {
  let jira: FakeJira;
  let api: ApiUnderTest;
  const processes: ChildProcess[] = [];
  let urls: string[];
  beforeAll(async () => {
    jira = await fakeJira();
    api = await startApi({ guard: openOutgoingGuard(['127.0.0.1']), jira: jira.settings });
    urls = await Promise.all([startProcess(), startProcess()]);
  });
  afterAll(async () => {
    for (const child of processes) child.kill('SIGKILL');
    await api.stop();
    await jira.stop();
  });

  /** @returns the address of an api process on the same stores */
  function startProcess(): Promise<string> {
    const { authUrl, apiUrl, app } = jira.settings;
    const child = spawn(process.execPath, [apiMain], {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        ...api.environment,
        PORT: '0',
        ASSAY_ALLOW_LOCAL_TARGETS: '127.0.0.1',
        ASSAY_JIRA_AUTH_URL: authUrl,
        ASSAY_JIRA_API_URL: apiUrl,
        ASSAY_JIRA_CLIENT_ID: app.clientId,
        ASSAY_JIRA_CLIENT_SECRET: app.clientSecret,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    processes.push(child);
    return new Promise((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [, url] = listening.exec(line) ?? [];
        if (url !== undefined) resolve(url);
      });
      child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
    });
  }

  async function signIn(code: string): Promise<void> {
    jira.codes.add(code);
    const begun = await api.call<{ url: string }>('POST', '/authorizations/jira/sign-in', { body: { returnTo: '/' } });
    const state = new URL(begun.body.url).searchParams.get('state') ?? '';
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
    await api.done('POST', '/authorizations/jira', { body: { state, code, redirectUri }, headers: { cookie } });
  }
  const statusAt = async (url: string) => {
    const headers = { authorization: `Bearer ${api.admin.token}`, account: api.admin.accountId };
    return (await fetch(`${url}/api/jira/project?query=bank`, { headers })).status;
  };

  it('are renewed once when two processes need them at the same time, round after round, and none is lost', async () => {
    jira.validSeconds = 30;
    await signIn('code');
    // Each pair is due again at once, so that each round needs the refresh token of the one before.
    for (let round = 1; round <= 5; round++) {
      const asked = urls.flatMap((url) => Array.from({ length: 4 }, () => statusAt(url)));
      if (round === 5) jira.validSeconds = 3_600;
      expect(await Promise.all(asked)).toEqual(asked.map(() => 200));
    }
    expect(jira.replays).toBe(0);
    const stored = await api.operations.serviceGrants.find(authorizationIdOf(api.admin.accountId, 'Jira'));
    expect(stored?.refreshToken).toBe(jira.refreshToken);
  });

  it('are renewed a single time for many requests to both processes once they expire', async () => {
    const id = authorizationIdOf(api.admin.accountId, 'Jira');
    const { refreshToken } = jira;
    jira.validSeconds = 3_600;
    const expiresAt = new Date(0).toISOString();
    await api.operations.serviceGrants.put(id, { accessToken: 'expired', refreshToken, expiresAt });
    const before = jira.renewals;
    const asked = urls.flatMap((url) => Array.from({ length: 10 }, () => statusAt(url)));
    expect(await Promise.all(asked)).toEqual(asked.map(() => 200));
    expect([jira.renewals - before, jira.replays]).toEqual([1, 0]);
  });
});
