import { fitsAlert, planIncludes } from '@assay/application';
import { type AlertWatchCommand, alertWatchDecider, testRunDecider } from '@assay/domain';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { RunAnalysisCompleted, TestRunCreated, TestRunFinished, WorkUnitFinished } from '@assay/event-schemas';
import type { AutomationDeps } from '../automationDeps.ts';
import { type Policy, policy, reactingTo } from '../policy.ts';
import { alertEvents, alertsOfLog, type SentAlert } from './alertsOfLog.ts';
import { FailedUnits, failedTestsOfUnits, failedTestsOfUpload } from './failedTestsOfRun.ts';

type Run = AlertWatchCommand['run'];
type Looked = { alerts: SentAlert[]; run: Run } | null;

function idsOf({ testRunId, projectId, environmentId, branch, testSuiteId }: TestRunCreated) {
  return { testRunId, projectId, environmentId, branch, testSuiteId: testSuiteId ?? null };
}

/** @returns the alerts that apply to the run. Changes of an alert do not apply to earlier runs. */
function fitting(alerts: readonly SentAlert[], request: TestRunCreated, at: string): SentAlert[] {
  const run = { ...idsOf(request), pipelineStageId: request.pipelineStageId, includeTags: request.includeTags };
  return alerts.filter(({ settings, changedAt }) => changedAt <= at && fitsAlert(settings, run));
}

/** The facts of an ended run that alerts check, from its own streams; null when no alert applies. */
async function lookAtEnd(
  { eventLog }: AutomationDeps,
  alerts: readonly SentAlert[],
  { testRunId, status, totals }: TestRunFinished,
  { at, position, isAnswered }: Pick<Run, 'at' | 'position' | 'isAnswered'>,
): Promise<Looked> {
  const failedUnits = new FailedUnits();
  let request: TestRunCreated | null = null;
  let wanted: SentAlert[] = [];
  for await (const event of eventLog.read(`testRun-${testRunId}`)) {
    if (event.type === 'TestRunCreated') {
      request = event.data;
      // Imported runs are too old to report.
      wanted = request.upload?.ranAt === undefined ? fitting(alerts, request, at) : [];
    }
    if (wanted.length === 0 || totals.failed === 0 || request?.upload) break;
    failedUnits.take(event);
  }
  if (request === null || wanted.length === 0) return null;
  const { passed, failed, flaky } = totals;
  const isNamed = wanted.some(({ settings }) => settings.testName !== null);
  const ofRun = () =>
    request.upload
      ? failedTestsOfUpload(eventLog, testRunId)
      : failedTestsOfUnits(eventLog, testRunId, failedUnits, isNamed);
  const tests = failed === 0 ? [] : await ofRun();
  return {
    alerts: wanted,
    run: {
      ...idsOf(request),
      position,
      at,
      ended: true,
      status,
      passed,
      failed,
      flaky,
      tests,
      ...(isAnswered ? { isAnswered } : {}),
    },
  };
}

/** The facts of a run for alerts about analyses, once a model has answered; null when no alert needs them. */
async function lookAtAnswer(
  deps: AutomationDeps,
  alerts: readonly SentAlert[],
  { data, envelope, position }: RecordedEvent & { type: 'RunAnalysisCompleted'; data: RunAnalysisCompleted },
): Promise<Looked> {
  const wanted = alerts.filter(({ settings }) => settings.eventType === 'TESTRUN_ANALYSIS_COMPLETE');
  if (data.model === null || wanted.length === 0) return null;
  let finished: TestRunFinished | null = null;
  for await (const event of deps.eventLog.read(`testRun-${data.testRunId}`)) {
    if (event.type === 'TestRunFinished') finished = event.data;
  }
  return finished && lookAtEnd(deps, wanted, finished, { at: envelope.occurredAt, position, isAnswered: true });
}

/** The facts of an unfinished run with a failed test; null once it has ended. */
async function lookAtFailure(
  { eventLog }: AutomationDeps,
  alerts: readonly SentAlert[],
  { data, envelope, position }: RecordedEvent & { type: 'WorkUnitFinished'; data: WorkUnitFinished },
): Promise<Looked> {
  const early = alerts.filter(({ settings }) => settings.send === 'firstFailure');
  if (data.totals.failed === 0 || early.length === 0) return null;
  const { state } = await eventLog.load(testRunDecider, data.testRunId);
  if (state.status === 'none' || 'verdict' in state) return null;
  const at = envelope.occurredAt;
  const { passed, failed, flaky } = state.totals;
  const facts = { position, at, ended: false, status: 'FAIL' as const, passed, failed, flaky, tests: [] };
  return { alerts: fitting(early, state.request, at), run: { ...idsOf(state.request), ...facts } };
}

type News = RecordedEvent & { type: 'TestRunFinished' | 'WorkUnitFinished' | 'RunAnalysisCompleted' };

function lookAt(deps: AutomationDeps, alerts: readonly SentAlert[], event: News): Promise<Looked> {
  if (event.type === 'WorkUnitFinished') return lookAtFailure(deps, alerts, event);
  if (event.type === 'RunAnalysisCompleted') return lookAtAnswer(deps, alerts, event);
  return lookAtEnd(deps, alerts, event.data, { at: event.envelope.occurredAt, position: event.position });
}

/**
 * Checks each ended run, and each run with a failed test, against the enabled alerts of the account. Each alert decides
 * in its own stream, so each message is sent once. Runs and alerts are read from the log, so messages do not wait for
 * read models. A plan without alerts, as after a downgrade, sends none.
 */
export function raiseAlerts(): Policy {
  const sent = alertsOfLog();
  return policy({
    name: 'raiseAlerts',
    on: [...alertEvents, 'TestRunFinished', 'WorkUnitFinished', 'RunAnalysisCompleted'],
    react: async (event, deps) => {
      if (
        event.type !== 'TestRunFinished' &&
        event.type !== 'WorkUnitFinished' &&
        event.type !== 'RunAnalysisCompleted'
      ) {
        return sent.take(deps, event);
      }
      const alerts = await sent.of(deps, accountOf(event));
      if (alerts.length === 0) return;
      const looked = await lookAt(deps, alerts, event);
      if (looked === null || !(await planIncludes(deps, accountOf(event), 'alerts'))) return;
      const { run } = looked;
      for (const { alertId, settings, changedAt, silence } of looked.alerts) {
        const silenced = silence !== null && silence.since <= run.at && run.at < silence.until;
        const command = { type: 'watchRun' as const, alertId, settings, changedAt, run, silenced };
        const watch = `${alertId}.${run.environmentId}`;
        await deps.eventLog.handle(alertWatchDecider, watch, command, reactingTo(event, 'raiseAlerts'));
      }
    },
  });
}
