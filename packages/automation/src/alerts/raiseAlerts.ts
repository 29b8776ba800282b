import { fitsAlert } from '@assay/application';
import type { AccountId, Position, TestRunId } from '@assay/contract';
import { alertWatchDecider, testRunDecider, type WatchedRun } from '@assay/domain';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { TestRunFinished, WorkUnitFinished } from '@assay/event-schemas';
import type { AlertDocument, AlertedRun } from '@assay/projections';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

type Cause = { type: 'TestRunFinished'; data: TestRunFinished } | { type: 'WorkUnitFinished'; data: WorkUnitFinished };

type Fact = { position: Position; at: string };

/** @returns what a run that has ended is to alerts; null when the account does not have it any more */
async function endedRun(
  { readModels }: AutomationDeps,
  accountId: AccountId,
  testRunId: TestRunId,
  { position, at }: Fact,
): Promise<(AlertedRun & WatchedRun) | null> {
  const run = await readModels.of(accountId).alertedRun(testRunId);
  if (run === null || (run.status !== 'PASS' && run.status !== 'FAIL')) return null;
  return { ...run, status: run.status, position, at, ended: true };
}

/** @returns what a run of which a test has failed is to alerts while it goes on; null once it has ended */
async function failingRun(
  { eventLog }: AutomationDeps,
  testRunId: TestRunId,
  { position, at }: Fact,
): Promise<(AlertedRun & WatchedRun) | null> {
  const { state } = await eventLog.load(testRunDecider, testRunId);
  if (state.status === 'none' || 'verdict' in state) return null;
  const { projectId, environmentId, pipelineStageId, testSuiteId, branch, includeTags } = state.request;
  const { passed, failed, flaky } = state.totals;
  const ids = { testRunId, projectId, environmentId, pipelineStageId, testSuiteId: testSuiteId ?? null };
  const counts = { passed, failed, flaky, tests: [] };
  return { ...ids, branch, includeTags, ...counts, status: 'FAIL', position, at, ended: false };
}

type Looked = { alerts: AlertDocument[]; run: (AlertedRun & WatchedRun) | null };

/** @returns the run that the fact is about, and the alerts that may look at it */
async function lookAt(event: RecordedEvent<Cause>, deps: AutomationDeps): Promise<Looked> {
  const { type, data, envelope, position } = event;
  const accountId = accountOf(event);
  const models = deps.readModels.of(accountId);
  const fact = { position, at: envelope.occurredAt };
  if (type === 'TestRunFinished') {
    await awaitReadModels(deps.readModels, event);
    const alerts = await models.activeAlerts();
    return { alerts, run: alerts.length === 0 ? null : await endedRun(deps, accountId, data.testRunId, fact) };
  }
  if (data.totals.failed === 0) return { alerts: [], run: null };
  // It is told early or, where the read models are behind, at the end of the run.
  const alerts = (await models.activeAlerts()).filter(({ settings }) => settings.send === 'firstFailure');
  return { alerts, run: alerts.length === 0 ? null : await failingRun(deps, data.testRunId, fact) };
}

/**
 * Looks at every run that ends, and at those of which a test has failed, for every alert of the account that is on. What
 * an alert makes of it is decided in a stream of its own, so that nothing is told twice.
 */
export const raiseAlerts = policy({
  name: 'raiseAlerts',
  on: ['TestRunFinished', 'WorkUnitFinished'],
  react: async (event, deps) => {
    const { alerts, run } = await lookAt(event, deps);
    if (run === null) return;
    // What happened before an alert was as it is now is none of its business.
    const wanted = alerts.filter(({ settings, changedAt }) => changedAt <= run.at && fitsAlert(settings, run));
    for (const { alertId, settings, changedAt, silence } of wanted) {
      const silenced = silence !== null && silence.since <= run.at && run.at < silence.until;
      const command = { type: 'watchRun' as const, alertId, settings, changedAt, run, silenced };
      const watch = `${alertId}.${run.environmentId}`;
      await deps.eventLog.handle(alertWatchDecider, watch, command, reactingTo(event, 'raiseAlerts'));
    }
  },
});
