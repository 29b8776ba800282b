import { gateAnswer } from '@assay/application';
import { gateCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { partsOf } from '../http/partsOf.ts';
import { type Route, route } from '../http/route.ts';

const hourMs = 3_600_000;

const readGate = route(gateCalls.readGate, async ({ api, caller, params: { id }, query }) => {
  // A run that the read models do not show yet may have failed.
  await api.readModels.require({ scope: caller.accountId });
  const { commit, maxAgeHours } = query;
  const project = await caller.models.project(id);
  if (!project || project.archived) throw new DomainError('project.notFound');
  const wanted = new Set(partsOf(query.testSuiteId));
  const suites = (await caller.models.testSuites(project.id)).filter((suite) => wanted.has(suite.id));
  if (suites.length < wanted.size) throw new DomainError('testSuite.notFound');
  const environment = partsOf(query.environment);
  const { runs, position } = await caller.models.runsOfCommit({ projectId: project.id, commit, environment });
  const maxAgeMs = maxAgeHours === undefined ? null : maxAgeHours * hourMs;
  return { ...gateAnswer(runs, { suites, maxAgeMs, now: Date.now() }), position };
});

export const gateRoutes: readonly Route[] = [readGate];
