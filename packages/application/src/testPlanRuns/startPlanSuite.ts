import { type AccountId, messages, type TestRunId } from '@assay/contract';
import type { PlannedSuite } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import type { Application } from '../application.ts';
import { InvalidFields } from '../invalidFields.ts';
import { findByKey, findNamed } from '../named/findNamed.ts';
import { namedThings } from '../named/namedThings.ts';
import { startTestRun } from '../testRuns/startTestRun.ts';

/**
 * Starts the test run of a suite whose turn has come in a plan run, on the version that was settled for it.
 * @param start.testRunId repeated with the same id, the run is started once
 * @param start.ref the commit or tag; null: the branch's newest, or a build
 * @returns why it cannot be started; null: it is
 */
export async function startPlanSuite(
  app: Application,
  accountId: AccountId,
  suite: PlannedSuite,
  { testRunId, ref }: { testRunId: TestRunId; ref: string | null },
  context: AppendContext,
): Promise<string | null> {
  const { projectId, testSuiteId, environmentId, environmentKey, source } = suite;
  const [project, environment, testSuite] = await Promise.all([
    findNamed(app, namedThings.project, accountId, projectId),
    environmentId === null
      ? environmentKey && findByKey(app, namedThings.environment, accountId, environmentKey)
      : findNamed(app, namedThings.environment, accountId, environmentId),
    findNamed(app, namedThings.testSuite, accountId, testSuiteId),
  ]);
  if (!project) return messages.noSuchProject;
  if (!testSuite) return messages.noSuiteFound;
  if (!environment) return messages.noSuchEnvironment;
  if (!source) return messages.selectBuild;
  const where = { project, environment, source: { ...source, ref } };
  const body = { project: project.key, environment: environment.key, testSuiteId };
  try {
    await startTestRun(app, accountId, testRunId, body, context, where);
    return null;
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error;
    return error.errors[0]?.message ?? error.message;
  }
}
