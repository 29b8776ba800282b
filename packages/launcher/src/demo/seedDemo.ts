import { join } from 'node:path';
import { pollUntil } from '@assay/concurrency';
import type { AccountId, EnvironmentView, ProjectView, TestRunPage } from '@assay/contract';
import { demoEnvironment, demoProjects } from './demoProjects.ts';
import { makeRepository } from './demoRepositories.ts';

export type DemoPlace = { url: string; token: string; accountId: AccountId; samplesDir: string; dataDir: string };

/** Calls the service like a browser: the demo's data is created like all other data. */
function callsTo({ url, token, accountId }: DemoPlace) {
  return async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { authorization: `Bearer ${token}`, account: accountId, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
}

/** Resolves once the read models show what a command did. */
async function until(isShown: () => Promise<boolean>): Promise<void> {
  if (await pollUntil(isShown, Boolean, { everyMs: 25, timeoutMs: 10_000 })) return;
  throw new Error('The service does not show what was just created; its projector is behind.');
}

/** Creates the environment, the sample projects and their first runs where they are missing. */
export async function seedDemo(place: DemoPlace): Promise<void> {
  const call = callsTo(place);
  const environments = await call<EnvironmentView[]>('GET', '/environments');
  if (!environments.some(({ key }) => key === demoEnvironment.key))
    await call('POST', '/environments', demoEnvironment);
  const there = new Set((await call<ProjectView[]>('GET', '/projects')).map(({ key }) => key));
  const repositories = join(place.dataDir, 'demo-repositories');
  await Promise.all(
    demoProjects.map(async (project) => {
      const gitUrl = await makeRepository(place.samplesDir, project.key, repositories);
      if (!there.has(project.key)) await call('POST', '/projects', { ...project, gitUrl });
    }),
  );
  await until(async () => {
    const shown = await call<ProjectView[]>('GET', '/projects');
    return demoProjects.every(({ key }) => shown.some((project) => project.key === key));
  });
  const { testRuns } = await call<TestRunPage>('GET', '/test-runs?offset=0&limit=100');
  for (const { key } of demoProjects) {
    if (testRuns.some(({ project }) => project.key === key)) continue;
    await call('POST', '/test-runs', { project: key, environment: demoEnvironment.key });
  }
}
