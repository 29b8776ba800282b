import {
  type AccountId,
  type AlertEventType,
  type AlertKind,
  counted,
  countsText,
  displayOfRun,
  formatCount,
  isTrouble,
  nothingCouldPassText,
  type RunVerdict,
  type TestRunId,
  type TestRunView,
  verdictOfRun,
} from '@assay/contract';
import type { AlertRaised } from '@assay/event-schemas';
import type { AlertNews } from '@assay/integrations';
import type { AutomationDeps } from '../automationDeps.ts';
import { addressOfRun } from '../outbound/addressOfRun.ts';
import { causesText, namedCause } from '../outbound/causeTexts.ts';

/** Maximum number of failing tests, or of their causes, in a message. */
const failuresNamed = 5;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** @returns `18h 02m`, `3d 4h`, `12m` */
export function lastedText(ms: number): string {
  if (ms < minute) return 'less than a minute';
  const minutes = Math.floor((ms % hour) / minute);
  if (ms < hour) return `${minutes}m`;
  const hours = Math.floor((ms % day) / hour);
  if (ms < day) return `${hours}h ${String(minutes).padStart(2, '0')}m`;
  return `${Math.floor(ms / day)}d ${hours}h`;
}

const tones: Record<AlertKind, AlertNews['tone'] | null> = {
  failed: 'bad',
  failing: 'bad',
  outage: 'bad',
  matched: 'bad',
  flaky: 'bad',
  fixed: 'good',
  recovered: 'good',
  passed: 'good',
  analyzed: 'neutral',
  completed: null,
};

const toneOfVerdict: Record<RunVerdict, AlertNews['tone']> = {
  passed: 'good',
  failed: 'bad',
  canceled: 'bad',
  inconclusive: 'neutral',
  pending: 'neutral',
};

/** @returns what happened, in one line */
export function titleOf(
  {
    kind,
    testCount,
    newCount,
    lastedMs,
    heldBack,
  }: Pick<AlertRaised, 'kind' | 'testCount' | 'newCount' | 'lastedMs' | 'heldBack'>,
  run: Pick<
    TestRunView,
    'project' | 'number' | 'status' | 'nothingCouldPass' | 'failCount' | 'testCount' | 'environmentName'
  >,
  causeCount: number,
): string {
  const name = `${run.project.name} #${run.number}`;
  const lasted = lastedText(lastedMs ?? 0);
  const failed = run.failCount === 0 ? '' : `: ${formatCount(run.failCount)} of ${counted(run.testCount, 'test')}`;
  const isNews = newCount > 0 && newCount < testCount;
  switch (kind as AlertKind) {
    case 'failed':
      return `${name} failed${failed}${isNews ? `, ${newCount} new` : ''}`;
    case 'failing':
      return `${name} is failing: the run goes on`;
    case 'fixed':
      return `${name} is fixed after ${lasted}`;
    case 'passed':
      return `${name} passed`;
    case 'completed':
      if (verdictOfRun(run) === 'inconclusive') return `${name} is inconclusive: ${nothingCouldPassText.toLowerCase()}`;
      return `${name} ${displayOfRun(run).toLowerCase()}${failed}`;
    case 'flaky':
      return `${name} has ${counted(testCount, 'flaky test')}`;
    case 'matched':
      return `${name}: ${counted(testCount, 'failed test')} ${testCount === 1 ? 'matches' : 'match'} the filter`;
    case 'analyzed':
      return `${name} is analyzed: ${causesText(run.failCount, causeCount)}`;
    case 'outage':
      return `${run.environmentName} is failing: ${formatCount(run.failCount)} of ${counted(run.testCount, 'test')} of ${name}`;
    case 'recovered': {
      const spared = heldBack === 0 ? '' : `; ${counted(heldBack, 'failed run')} in between`;
      return `${run.environmentName} works again after ${lasted}${spared}`;
    }
  }
}

/** Alerts of these kinds select some of the failures; causes would cover the others too. */
function namesTests(kind: string): boolean {
  return kind === 'matched' || kind === 'flaky';
}

/** Whether the message lists failures, rather than something that is over. */
function namesFailures(kind: string): boolean {
  return kind !== 'fixed' && kind !== 'recovered' && kind !== 'passed';
}

/** @returns the content of an alert message; null when the run no longer exists */
export async function alertNewsOf(
  deps: AutomationDeps,
  accountId: AccountId,
  eventType: AlertEventType,
  raised: AlertRaised,
): Promise<AlertNews | null> {
  const models = deps.readModels.of(accountId);
  const testRunId: TestRunId = raised.testRunId;
  const run = await models.testRun(testRunId);
  if (!run) return null;
  const failures = namesFailures(raised.kind) ? await models.firstFailures(testRunId, failuresNamed) : [];
  const analysis = failures.length > 0 && !namesTests(raised.kind) ? await models.runAnalysis(testRunId, null) : null;
  const { testRunAnalysisRootCauses: all = [], causeCount = 0 } = analysis ?? {};
  const causes = all.slice(0, failuresNamed).map(namedCause);
  const url = addressOfRun(deps, run);
  return newsOfRun(run, { eventType, raised, causes, causeCount, failures, url });
}

type RaisedAlert = {
  eventType: AlertEventType;
  raised: AlertRaised;
  /** The first causes of its failures, and their total. */
  causes: AlertNews['causes'];
  causeCount: number;
  /** The first failing tests. */
  failures: AlertNews['failures'];
  /** The address of the run's page. */
  url: string;
};

/** @returns the content of an alert about a run. */
export function newsOfRun(
  run: TestRunView,
  { eventType, raised, causes, causeCount, failures, url }: RaisedAlert,
): AlertNews {
  const kind = raised.kind as AlertKind;
  const fact = (label: string, value: string | null) => (value === null ? [] : [{ label, value }]);
  const isOfEnvironment = kind === 'outage' || kind === 'recovered';
  const { alertId, environmentId, projectId, testSuiteId, branch } = raised;
  return {
    kind,
    at: raised.at,
    tone: tones[kind] ?? toneOfVerdict[verdictOfRun(run)],
    title: titleOf(raised, run, causeCount),
    facts: [
      ...fact('Tests', countsText(run)),
      ...fact('Environment', run.environmentName),
      ...fact('Branch', run.branch),
      ...fact('Commit', run.commit?.slice(0, 10) ?? null),
      ...fact('Suite', run.testSuiteName),
    ],
    causes,
    moreCauses: causeCount - causes.length,
    failures,
    moreFailures: failures.length === 0 ? 0 : Math.max(0, run.failCount - failures.length),
    link: { label: 'Open the test run', url },
    group: [alertId, environmentId, ...(isOfEnvironment ? [] : [projectId, testSuiteId ?? '', branch])].join('/'),
    data: {
      alertId,
      isTrouble: isTrouble(eventType),
      since: raised.since,
      lastedMs: raised.lastedMs,
      newCount: raised.newCount,
      heldBack: raised.heldBack,
      testRun: {
        id: run.id,
        number: run.number,
        url,
        status: run.status,
        project: { id: projectId, key: run.project.key, name: run.project.name },
        environment: { id: environmentId, name: run.environmentName },
        testSuite: testSuiteId === null ? null : { id: testSuiteId, name: run.testSuiteName },
        branch,
        commit: run.commit,
        testCount: run.testCount,
        passCount: run.passCount,
        failCount: run.failCount,
        flakyCount: run.flakyCount,
      },
      causes,
      failures,
    },
  };
}

/** @returns the content of a test message */
export function testNewsOf(publicUrl: string, alertId: string, at: string): AlertNews {
  return {
    kind: 'test',
    at,
    tone: 'neutral',
    title: 'Test message from Assay: this alert arrives',
    facts: [],
    causes: [],
    moreCauses: 0,
    failures: [],
    moreFailures: 0,
    link: { label: 'Open Assay', url: publicUrl },
    group: `${alertId}/test`,
    data: { alertId },
  };
}
