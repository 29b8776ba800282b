import { type CreateEnvironmentRequest, type CreateProjectRequest, firstEnvironment } from '@assay/contract';

/** The settings of the sample projects, as a user would enter them, without their locations. */
export const demoProjects: Omit<CreateProjectRequest, 'gitUrl'>[] = [
  {
    key: 'cucumber-shop',
    name: 'Cucumber shop',
    description: 'A shop described in Gherkin, run by CucumberJS.',
    testingFramework: 'CucumberJS',
    defaultBranch: 'main',
    retryFailedTests: true,
  },
  {
    key: 'playwright-shop',
    name: 'Playwright shop',
    description: 'A small shop page in a real browser.',
    testingFramework: 'Playwright',
    defaultBranch: 'main',
    retryFailedTests: true,
  },
  {
    key: 'node-shop',
    name: 'Node shop',
    description: "Node's own test runner, writing JUnit XML.",
    testingFramework: 'Other',
    otherFramework: 'node:test',
    testCommand: 'node scripts/test.js',
    resultFiles: ['results/*.xml'],
    defaultBranch: 'main',
  },
];

export const demoEnvironment: CreateEnvironmentRequest = { ...firstEnvironment, maximumParallelTestRuns: 0 };
