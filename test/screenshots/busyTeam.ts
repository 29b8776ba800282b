import type { PipelineStageId } from '@assay/contract';
import type { Caller } from '../support/caller.ts';
import { createEnvironment, createProject } from '../support/runs.ts';

const stages = ['Acceptance', 'Staging', 'Production'];
const environments: [name: string, stage: number][] = [
  ['Acceptance', 0],
  ['Acceptance Mobile', 0],
  ['Staging EU', 1],
  ['Staging US', 1],
  ['Production EU', 2],
  ['Production Asia', 2],
];
const projects: [name: string, tests: number][] = [
  ['Checkout', 96],
  ['Payments API', 144],
  ['Search', 60],
  ['Mobile app', 36],
];
const runsOfEach = 6;

/** The same number for the same place, so that every picture shows the same results. */
const drawn = (...place: number[]): number => {
  const seed = place.reduce((sum, part) => sum * 31 + part + 1, 7);
  return Math.abs(Math.sin(seed * 7919));
};

/** A report of so many tests, of which some fail. */
function reportOf(project: string, tests: number, failures: number): string {
  const cases = Array.from({ length: tests }, (_, at) => {
    const failed = at < failures ? '<failure message="expected 200, received 503"/>' : '';
    const group = `${project.replaceAll(' ', '')}.Part${at % 6}`;
    return `<testcase classname="${group}" name="case ${at + 1}" time="${(1 + (at % 9)) / 4}">${failed}</testcase>`;
  });
  return `<testsuite name="${project}">${cases.join('')}</testsuite>`;
}

/** Uploads what a team of four projects runs on its way to production, in environments by stage. */
export async function makeBusyTeam(caller: Caller): Promise<void> {
  const stageIds: PipelineStageId[] = [];
  for (const name of stages)
    stageIds.push((await caller.post<{ id: PipelineStageId }>('/pipeline-stages', { name })).id);
  const environmentIds: string[] = [];
  for (const [name, stage] of environments) {
    const key = name.toLowerCase().replaceAll(' ', '-');
    environmentIds.push(await createEnvironment(caller, { key, name, pipelineStageId: stageIds[stage] ?? null }));
  }
  const projectIds: string[] = [];
  for (const [name] of projects) {
    const key = name.toLowerCase().replaceAll(' ', '-');
    projectIds.push(await createProject(caller, { key, name, testingFramework: 'PyTest', defaultBranch: 'main' }));
  }
  for (let round = 0; round < runsOfEach; round += 1) {
    for (const [at, environmentId] of environmentIds.entries()) {
      for (const [which, [name, tests]] of projects.entries()) {
        if (drawn(at, which) < 0.35) continue;
        const fails = drawn(round, at, which) > 0.8;
        const form = new FormData();
        const commit = Math.floor(drawn(round, which) * 2 ** 40)
          .toString(16)
          .padEnd(40, '7');
        for (const [field, value] of Object.entries({ projectId: projectIds[which] ?? '', environmentId, commit })) {
          form.set(field, value);
        }
        const failures = fails ? 1 + Math.floor(drawn(which, round) * 6) : 0;
        form.set('file', new Blob([reportOf(name, tests, failures)]), 'report.xml');
        await caller.post('/test-runs-upload', form);
      }
    }
  }
}
