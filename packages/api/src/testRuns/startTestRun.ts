import type { AccountId, CommandAnswer, TestRunId } from '@assay/contract';
import { DomainError, environmentDecider, projectDecider, type TestRunCommand, testRunDecider } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';
import type { Api } from '../api.ts';
import { commandAnswer } from '../http/commandAnswer.ts';

/** A run as it is asked for: its number is still to be given. */
export type WantedTestRun = Omit<TestRunCreated, 'testRunId' | 'number'>;

/**
 * Creates a run, whether it was put together by a form or is a rerun. A repeated call with the same id finds the run
 * there and changes nothing.
 */
export async function startTestRun(
  api: Api,
  testRunId: TestRunId,
  wanted: WantedTestRun,
  context: AppendContext,
): Promise<CommandAnswer> {
  const { state } = await api.eventLog.load(testRunDecider, testRunId);
  // Taken only now: a repeat that finds the run leaves no hole in the project's numbers.
  const number = state.status === 'none' ? await api.operations.counters.next(`testRun:${wanted.projectId}`) : 0;
  const command: TestRunCommand = { type: 'createTestRun', testRunId, number, ...wanted };
  const result = await api.eventLog.handle(
    testRunDecider,
    testRunId,
    (current) => (current.status === 'none' ? command : null),
    context,
  );
  return commandAnswer(api.eventLog, result);
}

/** @throws DomainError when the project or environment is out of use, or not the account's. */
export async function requireInUse(
  { eventLog, owners }: Api,
  { projectId, environmentId }: Pick<WantedTestRun, 'projectId' | 'environmentId'>,
  accountId: AccountId,
): Promise<void> {
  await owners.requireOwn(`project-${projectId}`, accountId, 'project.notFound');
  await owners.requireOwn(`environment-${environmentId}`, accountId, 'environment.notFound');
  const [project, environment] = await Promise.all([
    eventLog.load(projectDecider, projectId),
    eventLog.load(environmentDecider, environmentId),
  ]);
  if (project.state.status !== 'active') throw new DomainError('project.notFound');
  if (environment.state.status !== 'active') throw new DomainError('environment.notFound');
}
