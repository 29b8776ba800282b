import type { AuditedFields } from '../../../ui/auditTrail/auditedFields.ts';
import { groups } from '../flakyRules/flakyRulesForm.ts';

const rules = groups.flatMap(({ fields }) =>
  fields.map(({ rule, label }) => [`flakyRules.${rule}`, `Flaky rules: ${label.toLowerCase()}`] as const),
);

/** How the settings of a project are shown in its audit trail. */
export const projectFields: AuditedFields = {
  labels: {
    description: 'Description',
    gitUrl: 'Git URL',
    gitCredentials: 'Git credentials',
    defaultBranch: 'Default branch',
    workingDirectory: 'Working directory',
    testingFramework: 'Testing framework',
    otherFramework: 'Framework name',
    testingFrameworkVersion: 'Framework version',
    usingSelenium: 'Using Selenium',
    usingDotnetCore: 'Using .NET Core',
    configFile: 'Config file',
    testCommand: 'Test command',
    resultFiles: 'Result files',
    testPackages: 'Packages',
    testArtifacts: 'DLLs',
    testTags: 'Test tags',
    installCommand: 'Install command',
    buildCommand: 'Build command',
    serverCommand: 'Server command',
    serverUrl: 'Wait for URL',
    frameworkArguments: 'Extra arguments of the framework',
    testTimeoutSeconds: 'Test timeout (seconds)',
    testRunTimeoutMinutes: 'Run timeout (minutes)',
    defaultMaxRunners: 'Runners',
    retryFailedTests: 'Retry failed tests',
    defaultToParallelizeByFile: 'Parallelize by file',
    recordVideo: 'Record video',
    cancelOlderTestRunsIfEquivalent: 'Cancel older runs of the same tests',
    quarantineFlakyTests: 'Quarantine flaky tests',
    screenshotNamesInOutput: 'Read screenshot names from the output',
    ...Object.fromEntries(rules),
    'flakyRules.opinions': 'Flaky rules: opinions count',
  },
};
