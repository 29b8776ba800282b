import {
  type AddStageRequest,
  type AddSuiteRequest,
  type CommandAnswer,
  nameKey,
  type TestPlanDetailView,
  type TestPlanId,
  type TestPlanRequest,
  type TestPlanStageId,
  type TestPlanStageView,
  type TestPlanSuiteView,
  type TestSuiteId,
  testPlanCalls,
} from '@assay/contract';
import type { ServiceClient } from '../serviceClient.ts';
import type { Account } from './account.ts';
import { paired } from './paired.ts';
import { environmentId, found, suiteId } from './references.ts';
import type { ConfigPlanStage, ConfigPlanSuite, ConfigTestPlan } from './testPlanConfig.ts';

/** Does one thing after the other, and remembers the answer to the last. */
type Steps = { call: ServiceClient['call']; account: Account; last: CommandAnswer };

/**
 * @param there what the file changes; undefined: the plan is new
 * @returns the answer to the last command
 */
export async function applyTestPlan(
  { call }: ServiceClient,
  account: Account,
  there: TestPlanDetailView | undefined,
  { stages, ...settings }: Partial<ConfigTestPlan>,
): Promise<CommandAnswer> {
  const last = there
    ? await call(testPlanCalls.changeTestPlan, { params: { id: there.id }, body: settings })
    : await call(testPlanCalls.createTestPlan, { body: settings as TestPlanRequest });
  const steps: Steps = { call, account, last };
  if (stages) await arrangeStages(steps, last.id as TestPlanId, there?.stages ?? [], stages);
  return steps.last;
}

const nameOf = ({ name }: { name: string }) => nameKey(name);
const suiteOf = ({ testSuiteId }: { testSuiteId: TestSuiteId }) => testSuiteId;

async function arrangeStages(
  steps: Steps,
  id: TestPlanId,
  there: readonly TestPlanStageView[],
  wanted: readonly ConfigPlanStage[],
): Promise<void> {
  const { pairs, left } = paired({ there, keyOf: nameOf }, wanted, nameOf);
  for (const stage of left) {
    steps.last = await steps.call(testPlanCalls.removeTestPlanStage, { params: { id, stageId: stage.id } });
  }
  for (const [index, [{ suites, ...settings }, stage]] of pairs.entries()) {
    const body: AddStageRequest = { ...settings, order: index + 1 };
    if (stage) {
      const params = { id, stageId: stage.id };
      steps.last = await steps.call(testPlanCalls.changeTestPlanStage, { params, body });
    } else steps.last = await steps.call(testPlanCalls.addTestPlanStage, { params: { id }, body });
    const stageId = (stage?.id ?? steps.last.id) as TestPlanStageId;
    if (suites) await arrangeSuites(steps, { id, stageId }, stage?.suites ?? [], suites);
  }
}

async function arrangeSuites(
  steps: Steps,
  params: { id: TestPlanId; stageId: TestPlanStageId },
  there: readonly TestPlanSuiteView[],
  wanted: readonly ConfigPlanSuite[],
): Promise<void> {
  const requests = wanted.map((suite, index) => suiteRequest(steps.account, suite, index + 1));
  const { pairs, left } = paired({ there, keyOf: suiteOf }, requests, suiteOf);
  for (const suite of left) {
    steps.last = await steps.call(testPlanCalls.removeTestPlanSuite, { params: { ...params, suiteId: suite.id } });
  }
  for (const [body, suite] of pairs) {
    steps.last = suite
      ? await steps.call(testPlanCalls.changeTestPlanSuite, { params: { ...params, suiteId: suite.id }, body })
      : await steps.call(testPlanCalls.addTestPlanSuite, { params, body });
  }
}

function suiteRequest(account: Account, suite: ConfigPlanSuite, order: number): AddSuiteRequest {
  const { project, testSuite, environment, ...rest } = suite;
  const { id: projectId } = found(account.projects, 'key', project);
  const testSuiteId = suiteId(account, projectId, testSuite) as TestSuiteId;
  const where = environment === undefined ? {} : { environmentId: environmentId(account, environment) };
  return { projectId, testSuiteId, ...where, ...rest, order };
}
