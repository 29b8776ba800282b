import { findByIdOrKey, gateAnswer, namedThings } from '@assay/application';
import { type AccountId, type EnvironmentId, gateCalls, type TestSuiteId } from '@assay/contract';
import { DomainError } from '@assay/domain';
import type { Api } from '../api.ts';
import { partsOf } from '../http/partsOf.ts';
import { type Route, route } from '../http/route.ts';

const hourMs = 3_600_000;

const readGate = route(gateCalls.readGate, async ({ api, caller, params: { id }, query }) => {
  // A run that the read models do not show yet may have failed.
  await api.readModels.require({ scope: caller.accountId });
  const { commit, maxAgeHours } = query;
  const project = await caller.models.project(id);
  if (!project || project.archived) throw new DomainError('project.notFound');
  const suites = await caller.models.testSuites(project.id);
  const wanted = wantedOf(suites, partsOf(query.testSuiteId) ?? []);
  const environmentIds = await environmentIdsOf(api, caller.accountId, partsOf(query.environment));
  const { runs, hasMore, position } = await caller.models.runsOfCommit({
    projectId: project.id,
    commit,
    environmentIds,
    testSuiteIds: wanted,
  });
  const maxAgeMs = maxAgeHours === undefined ? null : maxAgeHours * hourMs;
  const asked = { suites, wanted, hasMoreRuns: hasMore, maxAgeMs, flakyPassesCount: true, now: Date.now() };
  return { ...gateAnswer(runs, asked), position };
});

/** @throws DomainError `testSuite.notFound` for one that is not the project's */
function wantedOf(suites: readonly { id: TestSuiteId }[], ids: readonly string[]): TestSuiteId[] {
  const known = new Map<string, TestSuiteId>(suites.map(({ id }) => [id, id]));
  return ids.map((id) => {
    const suiteId = known.get(id);
    if (!suiteId) throw new DomainError('testSuite.notFound');
    return suiteId;
  });
}

/** @throws DomainError `environment.notFound` */
async function environmentIdsOf(
  api: Pick<Api, 'eventLog' | 'operations' | 'owners'>,
  accountId: AccountId,
  idsOrKeys: readonly string[] | undefined,
): Promise<EnvironmentId[] | undefined> {
  const find = async (idOrKey: string) => {
    const environment = await findByIdOrKey(api, namedThings.environment, accountId, idOrKey);
    if (!environment) throw new DomainError('environment.notFound');
    return environment.environmentId;
  };
  return idsOrKeys && Promise.all(idsOrKeys.map(find));
}

export const gateRoutes: readonly Route[] = [readGate];
