import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProjectTestView, ProjectView, TestRunPage } from '@assay/contract';
import { type Caller, signIn } from '../support/caller.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { outcomesOf, resultsOf } from '../support/runs.ts';
import { steadyOutcomes } from '../support/steadyTests.ts';
import { storesFolder } from '../support/storesFolder.ts';
import { beforeAndAfterDeletion } from './projectorAlone.ts';

const run = promisify(execFile);
/**
 * The data folder of a service of 2026-11-22, stopped after it had one of each thing that it knew; without the folder
 * of its agent. Its key and its people are of no other installation.
 */
const archive = join(import.meta.dirname, 'fixtures/installation-2026-11-22.tar.gz');
/** The read models of that day. */
const readModels = [
  'accounts',
  'agents',
  'auditEntries',
  'builds',
  'deploys',
  'environments',
  'importedResults',
  'people',
  'pipelineStages',
  'projectTests',
  'projects',
  'runnerPools',
  'testRunDetails',
  'testRunHistory',
  'testRunSummaries',
  'testRunTests',
  'testSuites',
];

let installation: Installation;
let caller: Caller;

beforeAll(async () => {
  const dataDir = await storesFolder('assay-older-');
  await run('tar', ['-xzf', archive, '-C', dataDir]);
  installation = await startInstallation({ dataDir });
  caller = await signIn(installation.url, admin);
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
});

describe('an installation of an older version', () => {
  it('goes on with all that it knew', async () => {
    const projects = await caller.get<ProjectView[]>('/projects');
    expect(projects.map(({ key }) => key)).toEqual(['steady']);
    const { testRuns } = await caller.get<TestRunPage>('/test-runs');
    expect(
      testRuns.map(({ number, status, totalCount, failCount }) => [number, status, totalCount, failCount]),
    ).toEqual([
      [4, 'CANCELED', 0, 0],
      [3, 'FAIL', 2, 1],
      [2, 'PASS', 12, 2],
      [1, 'PASS', 1, 0],
    ]);
    const whole = testRuns.find(({ number }) => number === 2);
    expect(outcomesOf(await resultsOf(caller, whole?.id ?? ''))).toEqual(steadyOutcomes);
    const quarantined = await caller.get<ProjectTestView[]>(`/projects/${projects[0]?.id}/quarantined-tests`);
    expect(quarantined).toMatchObject([{ name: 'eleven', quarantineReason: 'Under repair' }]);
  });

  it('has the same read models after they were deleted and rebuilt from its log', async () => {
    expect(await installation.stop()).toBe(0);
    const { before, after } = await beforeAndAfterDeletion(installation.dataDir);
    for (const name of readModels)
      expect({ name, isEmpty: before[name]?.length === 0 }).toEqual({ name, isEmpty: false });
    expect(after).toEqual(before);
  });
});
