// Three kinds of tests, told apart by their names: *.unit.spec (pure, beside the code), *.int.spec (real embedded
// stores over the wire) and test/** (compat, faults, journeys). Sources are run as they are: no build is needed
// except by test/journeys and test/faults, which start the built processes.
import { bundledForBrowser } from './test/harness/bundledForBrowser.mjs';

const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'es6' },
  },
];
const shared = {
  // Where the service keeps its data there are workspaces with projects of their own.
  modulePathIgnorePatterns: ['<rootDir>/\\.assay/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': swc },
};
const node = {
  testRunner: '<rootDir>/test/harness/sharedModulesRunner.mjs',
  ...shared,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['development', 'node', 'node-addons'] },
};
const only = (name, ...testMatch) => ({
  ...node,
  displayName: name,
  testMatch: testMatch.map((glob) => `<rootDir>/${glob}`),
});

export default {
  projects: [
    only('unit', '{packages,event-schemas,test/bench,test/harness}/**/*.unit.spec.ts'),
    {
      ...shared,
      displayName: 'web',
      testEnvironment: 'jsdom',
      testEnvironmentOptions: { customExportConditions: ['development', 'browser'] },
      testMatch: ['<rootDir>/packages/web/src/**/*.spec.tsx'],
      setupFilesAfterEnv: ['<rootDir>/packages/web/src/testSupport/setUp.ts'],
      moduleNameMapper: {
        '\\.css$': '<rootDir>/packages/web/src/testSupport/styleStub.ts',
        ...(await bundledForBrowser()),
      },
    },
    only('integration', 'packages/**/*.int.spec.ts'),
    only('compat', 'test/compat/**/*.spec.ts'),
    only('faults', 'test/faults/**/*.spec.ts'),
    only('journeys', 'test/journeys/**/*.spec.ts'),
    // Not part of `npm test`: `npm run soak` alone selects it.
    only('soak', 'test/soak/**/*.spec.ts'),
  ],
  // Longer than what a test waits for (test/support/patience.ts); a hung one alone takes so long.
  testTimeout: 600_000,
  // A limit makes Jest run even a single spec in a worker: a test that fails while its installation goes down may leave a
  // socket open, which a worker is not waited for.
  workerIdleMemoryLimit: '2GB',
};
