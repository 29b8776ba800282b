import type { AccountId, TestRunId } from '@assay/contract';
import { type EnvironmentState, type TestRunCommand, testRunDecider } from '@assay/domain';
import type { AppendContext, CommandResult } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';
import type { Application } from '../application.ts';
import { ownNamed } from '../named/findNamed.ts';
import { namedThings } from '../named/namedThings.ts';

/** A run without its number. */
export type WantedTestRun = Omit<TestRunCreated, 'testRunId' | 'number'>;

/**
 * Creates a run with the project's next number. Repeating it with the same id changes nothing.
 */
export async function recordTestRun(
  app: Application,
  testRunId: TestRunId,
  wanted: WantedTestRun,
  context: AppendContext,
): Promise<CommandResult> {
  const { state } = await app.eventLog.load(testRunDecider, testRunId);
  // Taken only now, so that a repeat that finds the run leaves no gap in the project's numbers.
  const number = state.status === 'none' ? await app.operations.counters.next(`testRun:${wanted.projectId}`) : 0;
  const command: TestRunCommand = { type: 'createTestRun', testRunId, number, ...wanted };
  return app.eventLog.handle(
    testRunDecider,
    testRunId,
    (current) => (current.status === 'none' ? command : null),
    context,
  );
}

/**
 * @returns the environment
 * @throws DomainError when the project or environment does not belong to the account, or is archived.
 */
export async function requireInUse(
  app: Pick<Application, 'eventLog' | 'owners'>,
  { projectId, environmentId }: Pick<WantedTestRun, 'projectId' | 'environmentId'>,
  accountId: AccountId,
): Promise<Extract<EnvironmentState, { status: 'active' }>> {
  await ownNamed(app, namedThings.project, accountId, projectId);
  return ownNamed(app, namedThings.environment, accountId, environmentId);
}
