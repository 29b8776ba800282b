import type { TestRunView } from '@assay/contract';
import { projectionList } from '@assay/projections';
import { startBuilt } from '../support/builtProcess.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import type { Repository } from '../support/makeRepository.ts';
import { makeOneOfEach } from '../support/oneOfEach.ts';
import { finishedRun, outcomesOf, resultsOf, startRun } from '../support/runs.ts';
import { makeSteadyTests, steadyOutcomes, steadyProject } from '../support/steadyTests.ts';
import { beforeAndAfterDeletion } from './projectorAlone.ts';

const readModels = projectionList.map(({ name }) => name).sort();
/**
 * This history has no failed reactions, no issue tracker and no model that is asked, and nothing in it is old enough to go;
 * specs of their own cover those.
 */
const leftEmpty = ['aiQuotas', 'expiredDetails', 'setAsideReactions', 'trackedIssues'];
const order = { project: steadyProject.key, environment: 'rebuilt' };

let repository: Repository;
let installation: Installation;
let caller: Caller;

beforeAll(async () => {
  repository = await makeSteadyTests();
  installation = await startInstallation();
  caller = await signIn(installation.url, admin);
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

describe('the read models', () => {
  it('are the same, document by document, after their database was deleted', async () => {
    const { rerun } = await makeOneOfEach(caller, repository);
    expect(rerun).toMatchObject({ status: 'FAIL', failCount: 1, quarantineFailCount: 1, totalCount: 2 });
    expect(await installation.stop()).toBe(0);
    const { before, after } = await beforeAndAfterDeletion(installation.dataDir);
    expect(Object.keys(before).sort()).toEqual(readModels);
    for (const name of readModels) {
      expect({ name, isEmpty: before[name]?.length === 0 }).toEqual({ name, isEmpty: leftEmpty.includes(name) });
      expect({ name, documents: after[name] }).toEqual({ name, documents: before[name] });
    }
  });

  it('are the same when rebuilt during a run, and the run is not disturbed', async () => {
    const { dataDir } = installation;
    installation = await startInstallation({ dataDir });
    caller = await signIn(installation.url, admin);
    const id = await startRun(caller, order);
    await eventually(async () => (await resultsOf(caller, id)).some(({ status }) => status === 'PASS'));
    const rebuilding = startBuilt('rebuild', readModels, { env: { ASSAY_DATA_DIR: dataDir } });
    expect(await rebuilding.ended).toBe(0);
    for (const name of readModels) {
      expect(rebuilding.lines.join('\n')).toMatch(new RegExp(`^${name}: rebuilt in`, 'm'));
    }
    const run = await finishedRun(caller, id);
    expect(outcomesOf(await resultsOf(caller, id))).toEqual(steadyOutcomes);
    expect(run).toMatchObject<Partial<TestRunView>>({ status: 'FAIL', failCount: 1, quarantineFailCount: 1 });

    expect(await installation.stop()).toBe(0);
    const { before, after } = await beforeAndAfterDeletion(installation.dataDir);
    expect(after).toEqual(before);
  });
});
