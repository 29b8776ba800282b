import {
  useListEnvironmentsQuery,
  useListProjectsQuery,
  useListTestSuitesQuery,
} from '../../../connection/serviceHooks.ts';
import type { AuditedFields } from '../../../ui/auditTrail/auditedFields.ts';

const labels: AuditedFields['labels'] = {
  type: 'Starts',
  projectId: 'Project',
  testSuiteId: 'Test suite',
  testPlanId: 'Test plan',
  environmentId: 'Environment',
  testOptionsType: 'Tests',
  includeTags: 'Include tags',
  excludedTags: 'Exclude tags',
  testFilters: 'Test filters',
  latestDeploy: 'Latest deploy',
  buildId: 'Build',
  branch: 'Branch',
  commit: 'Commit',
  maxRunners: 'Runners',
  copies: 'Copies',
  priority: 'Priority',
  defaultToParallelizeByFile: 'Parallelize by file',
  testTimeoutSeconds: 'Test timeout (seconds)',
  timeoutMinutes: 'Run timeout (minutes)',
  retryFailedTests: 'Retry failed tests',
  ignoreQuarantine: 'Ignore quarantine',
  playwrightProject: 'Playwright project',
  cron: 'Cron',
  timeZone: 'Time zone',
  deployedProjectIds: 'Deployed projects',
  settleSeconds: 'Settle time, in seconds',
  overlap: 'If the previous run is still running',
  catchUpMinutes: 'Catch up within, in minutes',
};

/** How the settings of a trigger are shown in its audit trail, other things by their names. */
export function useTriggerFields(): AuditedFields {
  const { data: projects = [] } = useListProjectsQuery();
  const { data: environments = [] } = useListEnvironmentsQuery();
  const { data: suites = [] } = useListTestSuitesQuery({ query: {} });
  const projectName = (id: string) => projects.find((project) => project.id === id)?.name ?? 'a deleted project';
  return {
    labels,
    textOf: (field, value) => {
      switch (field) {
        case 'projectId':
          return projectName(value);
        case 'deployedProjectIds':
          return value.split('\n').map(projectName).join('\n');
        case 'environmentId':
          return environments.find(({ id }) => id === value)?.name ?? 'a deleted environment';
        case 'testSuiteId':
          return suites.find(({ id }) => id === value)?.name ?? 'a deleted suite';
        default:
          return undefined;
      }
    },
  };
}
