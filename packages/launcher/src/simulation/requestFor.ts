import type { EnvironmentId, ProjectId, TestRunId } from '@assay/contract';
import { newId } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';

/** @returns the request of a plain run of all tests on `main`, but for what is changed */
export function requestFor(
  ids: { projectId: ProjectId; environmentId: EnvironmentId; number: number },
  changed: Partial<TestRunCreated> = {},
): TestRunCreated {
  return {
    testRunId: newId<TestRunId>(),
    ...ids,
    pipelineStageId: null,
    branch: 'main',
    ref: null,
    includeTags: [],
    excludedTags: [],
    testFilters: [],
    selectedTests: null,
    maxRunners: 2,
    parallelizeByFile: true,
    testTimeoutSeconds: 900,
    timeoutMinutes: 180,
    priority: 1,
    retryFailedTests: false,
    recordVideo: false,
    playwrightProject: null,
    attributes: [],
    ignoreQuarantine: false,
    rerunOf: null,
    build: null,
    upload: null,
    testSuiteId: null,
    deployId: null,
    copies: 1,
    ...changed,
  };
}
