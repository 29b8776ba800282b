// Who may import whom. An allow-list for each package of ours; npm packages are each package's own affair.
export const allowed = {
  'event-schemas': [],
  'packages/contract': [],
  'packages/archives': [],
  'packages/concurrency': [],
  'packages/ports': [],
  'packages/proxies': [],
  'packages/telemetry': ['packages/contract', 'packages/proxies'],
  'packages/junit': ['packages/contract'],
  'packages/mcp': ['packages/contract'],
  'packages/root-causes': ['packages/contract'],
  'packages/domain': ['packages/contract', 'event-schemas'],
  'packages/event-log': [
    'packages/concurrency',
    'packages/contract',
    'packages/domain',
    'packages/telemetry',
    'event-schemas',
  ],
  'packages/projections': [
    'packages/concurrency',
    'packages/contract',
    'packages/event-log',
    'packages/root-causes',
    'packages/telemetry',
    'event-schemas',
  ],
  'packages/operations': ['packages/concurrency', 'packages/contract', 'packages/proxies', 'packages/telemetry'],
  'packages/integrations': ['packages/concurrency', 'packages/contract', 'packages/proxies'],
  'packages/application': [
    'packages/concurrency',
    'packages/contract',
    'packages/domain',
    'packages/event-log',
    'packages/projections',
    'packages/operations',
    'packages/junit',
    'event-schemas',
  ],
  'packages/automation': [
    'packages/application',
    'packages/concurrency',
    'packages/contract',
    'packages/domain',
    'packages/event-log',
    'packages/projections',
    'packages/operations',
    'packages/integrations',
    'packages/telemetry',
    'event-schemas',
  ],
  'packages/api': [
    'packages/application',
    'packages/concurrency',
    'packages/contract',
    'packages/domain',
    'packages/event-log',
    'packages/projections',
    'packages/operations',
    'packages/integrations',
    'packages/proxies',
    'packages/archives',
    'packages/junit',
    'packages/mcp',
    'packages/root-causes',
    'packages/telemetry',
    'event-schemas',
  ],
  'packages/web': ['packages/concurrency', 'packages/contract'],
  'packages/runner-agent': [
    'packages/concurrency',
    'packages/contract',
    'packages/archives',
    'packages/junit',
    'packages/ports',
    'packages/proxies',
  ],
  'packages/cli': [
    'packages/concurrency',
    'packages/contract',
    'packages/archives',
    'packages/junit',
    'packages/mcp',
    'packages/proxies',
  ],
  'packages/embedded-eventstore': [],
  'packages/embedded-mongo': [],
  // It starts the api as a process.
  'packages/launcher': [
    'packages/application',
    'packages/automation',
    'packages/concurrency',
    'packages/contract',
    'packages/domain',
    'packages/event-log',
    'packages/projections',
    'packages/operations',
    'packages/integrations',
    'packages/ports',
    'packages/proxies',
    'packages/embedded-eventstore',
    'packages/embedded-mongo',
    'packages/telemetry',
    'event-schemas',
  ],
};

// Tests beside the code and in a package's test folder prove it with real stores, so they may use them.
const spec = '(\\.(unit|int)\\.spec\\.ts$|\\.spec\\.tsx$|^packages/([^/]+/test|web/src/testSupport)/|^test/)';
const ours = '^(packages/[^/]+|event-schemas)/';

const packages = Object.entries(allowed).map(([from, to]) => ({
  name: `${from.replace('packages/', '')}-imports-only-what-it-may`,
  comment: `${from} may import: ${to.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: spec },
  to: { path: ours, pathNot: `^(${[from, ...to].join('|')})/` },
}));

export default {
  forbidden: [
    ...packages,
    {
      name: 'tests-run-where-their-host-says',
      comment: 'What a run starts or looks for goes through its ProcessHost: it may be in a container.',
      severity: 'error',
      from: { path: '^packages/runner-agent/src/(frameworks|units|workspace)/', pathNot: spec },
      to: {
        path: '^(packages/runner-agent/src/process/(startProcess|findCommand|processTree)\\.ts|(node:)?child_process)$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'project-files-only-through-the-helper',
      comment:
        'Tests own their workspaces: what works with them opens no path itself, but asks ProjectFiles. The exceptions ' +
        'touch files of the agent alone. The folder git writes checkouts before any test can reach them.',
      severity: 'error',
      from: {
        path: '^packages/runner-agent/src/(browser|events|frameworks|isolation|logs|masking|projectFiles|server|testSelection|trials|units|workspace)/',
        pathNot: [
          spec,
          '^packages/runner-agent/src/browser/(extractChromium|findChromium)\\.ts$',
          '^packages/runner-agent/src/events/(artifactFiles|copyFile|deliverLeftoverSpools|sendEvents|spoolFile)\\.ts$',
          '^packages/runner-agent/src/workspace/(buildArchives|installation|installations|projectFolder|projectStores|retryWhileHeld|workspaces)\\.ts$',
        ],
      },
      to: { path: '^(node:)?(fs|fs/promises|child_process)$' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'through-the-public-door',
      comment: 'another package is entered by its index.ts, which its `exports` name',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: spec },
      to: { path: '^packages/([^/]+)/src/', pathNot: ['^packages/$1/', '^packages/[^/]+/src/index\\.ts$'] },
    },
    {
      name: 'no-production-code-imports-tests',
      severity: 'error',
      from: { path: '^packages/', pathNot: spec },
      to: { path: spec },
    },
    {
      name: 'web-features-do-not-see-each-others-insides',
      comment: 'what features share is in connection and ui',
      severity: 'error',
      from: { path: '^packages/web/src/features/([^/]+)/' },
      to: {
        path: '^packages/web/src/features/([^/]+)/',
        pathNot: ['^packages/web/src/features/$1/'],
      },
    },
    {
      name: 'web-goes-from-app-to-features-to-ui',
      severity: 'error',
      from: { path: '^packages/web/src/ui/' },
      to: { path: '^packages/web/src/(app|features)/' },
    },
    {
      name: 'web-connection-knows-no-screens',
      severity: 'error',
      from: { path: '^packages/web/src/connection/', pathNot: spec },
      to: { path: '^packages/web/src/(app|features|ui)/' },
    },
    {
      name: 'web-features-do-not-know-the-app',
      severity: 'error',
      from: { path: '^packages/web/src/features/' },
      to: { path: '^packages/web/src/app/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The projects of the golden set and the samples of report writers have packages of their own.
    exclude: { path: '(^|/)(dist|node_modules)/|^packages/root-causes/test/golden/projects/|^test/writers/samples/' },
    tsPreCompilationDeps: true,

    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['development', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
  },
};
