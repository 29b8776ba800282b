import { generateKeyPairSync } from 'node:crypto';
import { authorizationIdOf, type CommitStatusView, type ErrorBody, type RepositoryProposals } from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import { eventually } from '../../../test/support/eventually.ts';
import { type GitServer, gitServer } from '../../../test/support/gitServer.ts';
import { isOfGitHubApp } from '../../../test/support/isOfGitHubApp.ts';
import { registerAgent } from './agentUnderTest.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';
import { uploadForm } from './uploadForm.ts';
import { passed, xml } from './uploadsUnderTest.ts';

const ofInstallation = 'ghs_of-the-installation';

/** As its registration leaves it (`gitHubAppManifest.int.spec.ts`), while everything runs already. */
describe('a GitHub App that was registered here', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let service: GitServer;
  let api: ApiUnderTest;
  let projectId: string;
  let environmentId: string;
  beforeAll(async () => {
    service = await gitServer(ofInstallation, { 'package.json': JSON.stringify({ scripts: { test: 'node --test' } }) });
    service.reply = ({ path, token }) => {
      if (path === '/login/oauth/access_token') return { status: 200, body: { access_token: 'of-ada' } };
      if (path.startsWith('/api/v3/user/installations')) {
        const installations = token === 'of-ada' ? [{ id: 42, app_id: 12 }] : [];
        return { status: 200, body: { installations } };
      }
      if (path !== '/api/v3/app/installations/42/access_tokens') return null;
      if (!isOfGitHubApp(token, '12', publicKey)) return { status: 401, body: {} };
      const expires = new Date(Date.now() + 3_600_000).toISOString();
      return { status: 201, body: { token: ofInstallation, expires_at: expires } };
    };
    api = await startApi({
      automation: true,
      guard: openOutgoingGuard(['127.0.0.1']),
      gitProtocols: ['http', 'https'],
    });
    await grantStaff(api, api.admin);
    const shop = { name: 'Shop', key: 'shop', gitUrl: service.repositoryUrl, defaultBranch: 'main' };
    projectId = (await api.done('POST', '/projects', { body: { ...shop, testingFramework: 'Playwright' } })).id;
    environmentId = (await api.done('POST', '/environments', { body: { name: 'Test', key: 'test' } })).id;
    await api.operations.gitHubAppKeys.add({
      address: service.url,
      appId: '12',
      slug: 'assay',
      name: 'Assay',
      settingsUrl: `${service.url}/settings/apps/assay`,
      privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
      clientId: 'client',
      clientSecret: 'client-secret',
      webhookSecret: null,
      registeredAt: new Date().toISOString(),
      registeredBy: api.admin.userId,
    });
    await eventually(
      async () => (await api.call<unknown[]>('GET', '/authorizations/sign-ins')).body.length > 0 || null,
    );
    const wish = { provider: 'GitHub', means: 'app', returnTo: '/acme/settings/integrations' };
    const begun = await api.call<{ url: string }>('POST', '/authorizations/sign-ins', { body: wish });
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
    const state = new URL(begun.body.url).searchParams.get('state');
    const body = { state, code: 'c', installationId: '42' };
    await api.call('POST', '/authorizations/sign-ins/finish', { body, headers: { cookie } });
    await api.caughtUp();
  });
  afterAll(async () => {
    await api.stop();
    await service.stop();
  });

  const look = () =>
    api.call<RepositoryProposals & ErrorBody>('POST', '/projects/proposals', {
      body: { gitUrl: service.repositoryUrl },
    });
  const authorizationId = () => authorizationIdOf(api.admin.accountId, 'GitHub');

  async function toldOf(): Promise<CommitStatusView> {
    const place = { projectId, environmentId, branch: 'main', commit: service.commit };
    const { body: run } = await uploadForm(api, place, [xml(passed('adds'))]);
    return eventually(async () => {
      const path = `/authorizations/${authorizationId()}/commit-statuses`;
      const told = (await api.call<CommitStatusView[]>('GET', path)).body;
      return told.find(({ testRunId, state }) => testRunId === run.id && state !== 'waiting') ?? null;
    });
  }

  it('lets the service read private repositories of the organization', async () => {
    expect((await look()).body.proposals).toHaveLength(1);
  });

  it('lets the agent that runs the tests check them out, by a token of the installation', async () => {
    const agent = await registerAgent(api);
    await api.done('POST', '/test-runs', { body: { project: 'shop', environment: 'test' } });
    const { run } = await agent.takeWork();
    expect(run.settings.gitUrl).toBe(service.repositoryUrl.replace('://', `://x-access-token:${ofInstallation}@`));
  });

  it('has the automation show at commits how runs stand', async () => {
    expect(await toldOf()).toMatchObject({ state: 'done', detail: '201' });
    expect(service.asked.at(-1)).toMatchObject({
      method: 'POST',
      path: `/api/v3/repos/northwind/shop/statuses/${service.commit}`,
      token: ofInstallation,
    });
  });

  it('is used by nothing any more once it was removed, though its last token is still valid', async () => {
    expect((await api.call('DELETE', '/employee/git-hub-app/12')).status).toBe(204);
    const { status, body } = await look();
    expect([status, body.code]).toEqual([409, 'git.unreachable']);
  });
});
