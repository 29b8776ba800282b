/**
 * The paths of the web client's pages, as its router has them: the service answers 404 for others, with the same page.
 * A spec of the client compares them with its routes.
 */
export const pagePaths: readonly string[] = [
  '/',
  '/:account',
  '/:account/agents',
  '/:account/alerts',
  '/:account/alerts/:alertId',
  '/:account/alerts/new',
  '/:account/dashboard',
  '/:account/dashboard/analytics',
  '/:account/dashboard/analytics/:tab',
  '/:account/dashboard/analytics/test-run-comparison',
  '/:account/dashboard/insights',
  '/:account/dashboard/release-readiness',
  '/:account/dashboard/release-readiness/release-criteria-template',
  '/:account/dashboard/release-readiness/releases',
  '/:account/dashboard/release-readiness/releases/:releaseId',
  '/:account/dashboard/release-readiness/releases/:releaseId/decisions/:number/evidence',
  '/:account/environments',
  '/:account/environments/:environmentId',
  '/:account/environments/:environmentId/audit-log',
  '/:account/environments/new',
  '/:account/environments/pipelines',
  '/:account/environments/pipelines/:pipelineStageId',
  '/:account/environments/pipelines/:pipelineStageId/audit-log',
  '/:account/environments/pipelines/new',
  '/:account/environments/runner-pools',
  '/:account/environments/runner-pools/:runnerPoolId',
  '/:account/environments/runner-pools/:runnerPoolId/audit-log',
  '/:account/environments/runner-pools/new',
  '/:account/get-started',
  '/:account/my-work',
  '/:account/profile',
  '/:account/projects',
  '/:account/projects/:projectKey',
  '/:account/projects/:projectKey/:tab',
  '/:account/projects/:projectKey/:tab/new',
  '/:account/projects/:projectKey/audit-log',
  '/:account/projects/:projectKey/builds/:buildId',
  '/:account/projects/:projectKey/flaky-rules',
  '/:account/projects/:projectKey/quarantine-preview',
  '/:account/projects/:projectKey/test-suites/:testSuiteId',
  '/:account/projects/:projectKey/test-suites/new',
  '/:account/projects/new',
  '/:account/settings',
  '/:account/settings/:tab',
  '/:account/settings/test-distribution-analysis-rule',
  '/:account/settings/test-distribution-analysis-rule/:ruleId',
  '/:account/settings/test-distribution-analysis-rule/new',
  '/:account/settings/test-stacks',
  '/:account/tell-a-friend',
  '/:account/test-distribution-analysis-rule',
  '/:account/test-distribution-analysis-rule/:ruleId',
  '/:account/test-distribution-analysis-rule/new',
  '/:account/test-plans',
  '/:account/test-plans/:testPlanId',
  '/:account/test-plans/:testPlanId/:tab',
  '/:account/test-plans/new',
  '/:account/test-run-results/:testRunId',
  '/:account/test-runs',
  '/:account/test-runs/:testRunId',
  '/:account/test-runs/:testRunId/:tab',
  '/:account/test-runs/:testRunId/replay',
  '/:account/test-runs/:testRunId/replay/:tab',
  '/:account/test-runs/:testRunId/tests/:testKey',
  '/:account/test-runs/:testRunId/tests/:testKey/:tab',
  '/:account/triggers',
  '/:account/triggers/:triggerId',
  '/:account/triggers/:triggerId/audit-log',
  '/:account/triggers/new',
  '/:account/workflows',
  '/:account/workflows/:workflowId',
  '/:account/workflows/:workflowId/:tab',
  '/:account/workflows/new',
  '/accept',
  '/alerts',
  '/auth-return',
  '/create-account',
  '/employee',
  '/employee/:tab',
  '/employee/agents/:agentId/logs',
  '/employee/test-runs/:testRunId',
  '/employee/test-runs/:testRunId/logs',
  '/employee/test-runs/:testRunId/runners/:runnerId',
  '/employee/test-runs/:testRunId/test-list-result',
  '/employee/test-runs/:testRunId/tests/:testId',
  '/forgot-password',
  '/github',
  '/login',
  '/password-reset',
  '/shared-run',
  '/unsubscribe/:token',
  '/verify-email',
];

function patternOf(path: string): RegExp {
  const segments = path.split('/').filter((segment) => segment !== '');
  return new RegExp(
    `^${segments.map((segment) => (segment.startsWith(':') ? '/[^/]+' : `/${segment}`)).join('')}/*$`,
    'i',
  );
}
const patterns = pagePaths.map((path) => ({ path, pattern: patternOf(path), parameters: path.split(':').length }));

/** @param pathname of an address, without its query. @returns whether the web client has a page there */
export function isPagePath(pathname: string): boolean {
  return patterns.some(({ pattern }) => pattern.test(pathname));
}

/** @returns the path of the page at an address as the router has it, such as `/:account/agents`; null: no page has it */
export function pagePathOf(pathname: string): string | null {
  const matching = patterns.filter(({ pattern }) => pattern.test(pathname));
  return matching.sort((one, other) => one.parameters - other.parameters)[0]?.path ?? null;
}
