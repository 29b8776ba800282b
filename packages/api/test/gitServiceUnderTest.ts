import { openOutgoingGuard } from '@assay/integrations';
import { type GitServer, gitServer } from '../../../test/support/gitServer.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';

/** What the service takes. */
export const gitToken = 'glpat-of-northwind';

export type GitServiceUnderTest = {
  service: GitServer;
  api: ApiUnderTest;
  /** Of another account. */
  stranger: Person;
  /** Of a project of the service's one repository, which is private. */
  projectId: string;
  environmentId: string;
  /** @returns the answer to connecting an account, the first one unless said, by a token of the service, the right one unless said */
  connect(as?: Person, given?: string): Promise<{ id: string }>;
  stop(): Promise<void>;
};

/** The api with its automation, and a git service that nobody has connected yet. */
export async function startGitServiceUnderTest(): Promise<GitServiceUnderTest> {
  const service = await gitServer(gitToken, { 'package.json': JSON.stringify({ scripts: { test: 'node --test' } }) });
  const guard = openOutgoingGuard(['127.0.0.1']);
  const api = await startApi({ automation: true, guard, gitProtocols: ['http', 'https'] });
  const shop = { name: 'Shop', key: 'shop', gitUrl: service.repositoryUrl, defaultBranch: 'main' };
  const { id: projectId } = await api.done('POST', '/projects', { body: { ...shop, testingFramework: 'Playwright' } });
  const { id: environmentId } = await api.done('POST', '/environments', { body: { name: 'Test', key: 'test' } });
  return {
    service,
    api,
    stranger: await api.newAccount('stranger'),
    projectId,
    environmentId,
    connect: (as, given = gitToken) =>
      api.done('POST', '/authorizations', {
        ...(as ? { as } : {}),
        body: { provider: 'Gitlab', token: given, identifier: service.url },
      }),
    stop: async () => {
      await api.stop();
      await service.stop();
    },
  };
}
