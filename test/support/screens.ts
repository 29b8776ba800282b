import type { OneOfEach } from './oneOfEach.ts';
import { steadyProject } from './steadyTests.ts';

const tabs = (path: string, ...names: string[]) => names.map((name) => `${path}/${name}`);

/** The screens of an account about its tests and their results, by their addresses below the account's. */
export function screensOfTests(ids: OneOfEach): string[] {
  const run = `test-runs/${ids.testRunId}`;
  const project = `projects/${steadyProject.key}`;
  return [
    'dashboard',
    'dashboard?view=wall',
    'dashboard/insights',
    ...tabs('dashboard/analytics', 'test-runs', 'tests', 'flaky-tests', 'test-distribution', 'usage'),
    `dashboard/analytics/test-run-comparison?test_run_ids=${ids.testRunId},${ids.rerun.id}`,
    'test-runs',
    run,
    ...tabs(run, 'details', 'timeline', 'history', 'logs', 'messages', 'analysis', 'runners', 'replay'),
    `${run}/tests/${ids.testId}`,
    'my-work',
    'projects',
    'projects/new',
    ...tabs(
      project,
      'test-suites',
      'builds',
      'deployments',
      'settings',
      'quarantined-tests',
      'renamed-tests',
      'quarantine-preview',
      'flaky-rules',
      'audit-log',
    ),
    `${project}/builds/${ids.buildId}`,
    ...tabs(`${project}/test-suites`, 'new', ids.testSuiteId),
  ];
}

/** Those about where and when tests run, who is told, and whose account it is. */
export function screensOfSettings(ids: OneOfEach): string[] {
  return [
    'environments',
    ...tabs('environments', 'new', ids.environmentId, `${ids.environmentId}/audit-log`),
    'environments/pipelines',
    ...tabs('environments/pipelines', 'new', ids.pipelineStageId, `${ids.pipelineStageId}/audit-log`),
    'environments/runner-pools',
    ...tabs('environments/runner-pools', 'new', ids.runnerPoolId, `${ids.runnerPoolId}/audit-log`),
    'triggers',
    ...tabs('triggers', 'new', ids.triggerId, `${ids.triggerId}/audit-log`),
    'test-plans',
    ...tabs('test-plans', 'new', ids.testPlanId, `${ids.testPlanId}/runs`, `${ids.testPlanId}/settings`),
    'workflows',
    ...tabs('workflows', 'new', ids.workflowId, `${ids.workflowId}/settings`),
    'alerts',
    ...tabs('alerts', 'new', ids.alertId),
    'dashboard/release-readiness/releases',
    ...tabs('dashboard/release-readiness', `releases/${ids.releaseId}`, 'release-criteria-template'),
    'agents',
    ...tabs(
      'settings',
      'users',
      'teams',
      'account',
      'integrations',
      'payment',
      'api-keys',
      'shared-links',
      'retention',
      'access-log',
      'runner-configurations',
    ),
    ...tabs('settings', 'test-distribution-settings', 'test-distribution-analysis-rule/new'),
    `settings/test-distribution-analysis-rule/${ids.distributionRuleId}`,
    'profile',
    'tell-a-friend',
    'get-started',
    'nowhere',
  ];
}

/** The staff's console, of no account. */
export function screensOfStaff(ids: OneOfEach): string[] {
  const run = `employee/test-runs/${ids.testRunId}`;
  return [
    ...tabs(
      'employee',
      'test-run-search',
      'performance',
      'agents',
      'jobs',
      'roles',
      'people',
      'accounts',
      'git-hub-app',
      'reactions',
    ),
    `employee/test-run-search?account=${ids.accountId}`,
    run,
    ...tabs(run, 'logs', 'test-list-result', `runners/${ids.testRunnerId}`, `tests/${ids.testId}`),
    `employee/agents/${ids.agentId}/logs`,
  ];
}

/** What people see before they are signed in; a token that is none is told of. */
export const doors = [
  'login',
  'create-account',
  'forgot-password',
  'password-reset?token=none',
  'accept?token=none',
  'verify-email?token=none',
  'unsubscribe/none',
  'shared-run#none',
  'auth-return?state=none&code=none',
];
