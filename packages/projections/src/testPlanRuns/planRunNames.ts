import { triggerIdOf } from '../actingThing.ts';
import type { Collections } from '../collections.ts';
import { findActors } from '../people/findActors.ts';
import type { TestPlanRunDocument } from './testPlanRuns.ts';

/** What plan runs are shown with besides their own documents. */
export type PlanRunNames = Awaited<ReturnType<typeof planRunNamesOf>>;

const inAny = (ids: readonly (string | null | undefined)[]) => ({
  _id: { $in: [...new Set(ids.flatMap((id) => id ?? []))] },
});

export async function planRunNamesOf(collections: Collections, planRuns: readonly TestPlanRunDocument[]) {
  const planned = planRuns.flatMap(({ stages }) => stages.flatMap(({ suites }) => suites));
  const actors = planRuns.flatMap(({ createdBy, canceledBy }) => [createdBy, canceledBy ?? createdBy]);
  const testRuns = await collections.testRunSummaries.find(inAny(planRuns.flatMap((run) => run.testRunIds))).toArray();
  const environmentIds = [...planned, ...testRuns].map(({ environmentId }) => environmentId);
  const canceling = planRuns.flatMap(({ canceledBy }) => triggerIdOf(canceledBy) ?? []);
  const [projects, suites, environments, deploys, triggers, persons] = await Promise.all([
    collections.projects.find(inAny(planned.map(({ projectId }) => projectId))).toArray(),
    collections.testSuites.find(inAny(planned.map(({ testSuiteId }) => testSuiteId))).toArray(),
    collections.environments.find(inAny(environmentIds)).toArray(),
    collections.deploys.find(inAny(planned.map(({ source }) => source?.deployId))).toArray(),
    collections.triggers.find(inAny([...planRuns.map(({ triggerId }) => triggerId), ...canceling])).toArray(),
    findActors(collections, actors),
  ]);
  return {
    projects: new Map(projects.map((project) => [project._id, project])),
    suites: new Map(suites.map(({ _id, name }) => [_id, name])),
    environments: new Map(environments.map(({ _id, name }) => [_id, name])),
    deploys: new Map(deploys.map(({ _id, deploy }) => [_id, deploy])),
    triggers: new Map(triggers.map(({ _id, name }) => [_id, name])),
    testRuns: new Map(testRuns.map((run) => [run._id, run])),
    persons,
  };
}
