import type { AccountId, AgentId, TestRunId } from '@assay/contract';
import type { Api } from '../api.ts';

async function findAccount(
  { operations, eventLog }: Api,
  agentId: AgentId,
  { testRunId, log }: { testRunId: TestRunId; log: string },
): Promise<AccountId | null> {
  // 1. It is working on the run.
  const claimed = await operations.workQueue.claimedBy(agentId);
  const row = claimed.find((unit) => unit.testRunId === testRunId);
  if (row) return row.accountId;
  // 2. It was one of the run's runners, whose log this is.
  for await (const event of eventLog.read(`testRunner-${log}`)) {
    if (event.type !== 'TestRunnerCreated') break;
    const { data, envelope } = event;
    if (data.agentId === agentId && data.testRunId === testRunId) return envelope.accountId;
    break;
  }
  // 3. It began the run's set-up.
  for await (const event of eventLog.read(`testRun-${testRunId}`)) {
    if (event.type === 'TestRunStarted') break;
    if (event.type === 'TestRunSetupStarted' && event.data.agentId === agentId) return event.envelope.accountId;
  }
  return null;
}

/**
 * Logs arrive a little after the work they describe, so a current lease alone cannot decide who may write them.
 * @returns the account of a run that the agent works on or has worked on; null for any other run.
 */
export async function accountOfWork(
  api: Api,
  agentId: AgentId,
  work: { testRunId: TestRunId; log: string },
): Promise<AccountId | null> {
  const key = `${agentId} ${work.testRunId}`;
  const cached = api.known.accountsOfWork.get(key);
  if (cached) return cached;
  const accountId = await findAccount(api, agentId, work);
  if (accountId === null) return null;
  api.known.accountsOfWork.set(key, accountId);
  return accountId;
}
