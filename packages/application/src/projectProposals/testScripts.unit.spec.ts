import { manifest, onlyOf } from '../../test/proposedFor.ts';

const vitest = '--reporter=default --reporter=junit --outputFile.junit=results/vitest.xml';
const jest = '--ci --reporters=default --reporters=jest-junit';
const xunit = '--reporter xunit --reporter-option output=results/mocha.xml';

/** What public repositories have, and the command by which all of their tests run. */
const scripts: readonly [what: string, runner: string, scripts: Record<string, string>, command: string][] = [
  [
    'ufo: dev is never chosen',
    'vitest',
    { dev: 'vitest', lint: 'eslint .', test: 'pnpm lint && vitest run --typecheck' },
    `npm test -- ${vitest}`,
  ],
  [
    'reselect: test before test:cov and bench, with both of its runs',
    'vitest',
    {
      bench: 'node --expose-gc ./node_modules/vitest/dist/cli-wrapper.js --run bench --mode production',
      test: 'node --expose-gc ./node_modules/vitest/dist/cli-wrapper.js --run && yarn type-check',
      'test:cov': 'vitest run --coverage',
      'type-check': 'vitest --run --typecheck.only && yarn type-check:loose',
      'type-check:loose': 'tsc --noEmit -p type-tests',
    },
    `npx -c "unset npm_config_call && node --expose-gc ./node_modules/vitest/dist/cli-wrapper.js --run ${vitest} && (vitest --run --typecheck.only ${vitest.replace('vitest.xml', 'vitest-2.xml')} && yarn type-check:loose)"`,
  ],
  ['a step behind the tests', 'jest', { test: 'jest && eslint .' }, `npx -c "jest ${jest} && eslint ."`],
  [
    'hooks of a script that is written out',
    'jest',
    { pretest: 'tsc', test: 'jest; tsd', posttest: 'nyc report' },
    `npx -c "unset npm_config_call && npm run pretest && jest ${jest}; tsd && npm run posttest"`,
  ],
  ['hooks of a script that is run', 'jest', { pretest: 'tsc', test: 'jest' }, `npm test -- ${jest}`],
  ['an alternative', 'mocha', { test: 'mocha || true' }, `npx -c "mocha ${xunit} || true"`],
  [
    'a script that leads to another',
    'jest',
    { test: 'npm run lint && npm run unit', lint: 'eslint .', unit: 'NODE_ENV=test jest' },
    `npx -c "unset npm_config_call && npm run lint && npm run unit -- ${jest}"`,
  ],
  [
    'scripts by a pattern',
    'mocha',
    { test: 'run-s lint test:*', lint: 'eslint .', 'test:a': 'mocha a', 'test:b': 'mocha b' },
    `npx -c "unset npm_config_call && (npm run lint && mocha a ${xunit} && mocha b ${xunit.replace('mocha.xml', 'mocha-2.xml')})"`,
  ],
  ['coverage around the tests', 'mocha', { test: 'cross-env A=1 c8 --all mocha' }, `npm test -- ${xunit}`],
  [
    'quotes',
    'mocha',
    { test: `mocha 'test/**/*.js' && echo "$HOME"` },
    `npx -c 'mocha '\\''test/**/*.js'\\'' ${xunit} && echo "$HOME"'`,
  ],
  ['a pipe', 'mocha', { test: 'mocha | tee log' }, `npx -c "mocha ${xunit} | tee log"`],
  [
    'express: test-ci and test-cov are left, options stay',
    'mocha',
    {
      'test-cov': 'istanbul cover node_modules/mocha/bin/_mocha -- --reporter dot test/',
      test: 'mocha --require test/support/env --reporter spec test/',
    },
    `npm test -- ${xunit}`,
  ],
  ['a watch alone', 'vitest', { test: 'vitest --watch' }, `npx vitest run ${vitest}`],
  ['a watch that a test script starts', 'vitest', { test: 'vitest' }, `npm test -- --run ${vitest}`],
  ['a package with a similar name', 'jest', { lint: 'npm install jest', test: 'jest' }, `npm test -- ${jest}`],
];

describe('the script by which a package runs its tests', () => {
  it.each(scripts)('%s', (_, runner, own, testCommand) => {
    const packages = { [runner]: '1.0.0', ...(runner === 'jest' ? { 'jest-junit': '17.0.0' } : {}) };
    const proposal = onlyOf({
      'package.json': manifest(packages, own),
      'package-lock.json': '{}',
      'test/a.test.js': '',
    });
    expect(proposal.settings.testCommand).toBe(testCommand);
  });

  it('writes the results of each run to a file of its own', () => {
    const proposal = onlyOf({
      'package.json': manifest({ jest: '30', 'jest-junit': '17' }, { test: 'jest a && jest b' }),
      'test/a.test.js': '',
    });
    expect(proposal.settings.testCommand).toBe(
      `npx -c "jest a ${jest} && JEST_JUNIT_OUTPUT_NAME=junit-2.xml jest b ${jest}"`,
    );
    expect(proposal.settings.resultFiles).toEqual(['junit.xml', 'junit-2.xml']);
  });

  it('is the one that a workflow runs, where none is called test', () => {
    const proposal = onlyOf({
      'package.json': manifest({ mocha: '11' }, { spec: 'mocha', verify: 'mocha --forbid-only' }),
      '.github/workflows/ci.yml':
        'jobs:\n  a:\n    steps:\n      - run: |\n          npm ci\n          npm run verify\n',
      'test/a.test.js': '',
    });
    expect(proposal.settings.testCommand).toBe(`npm run verify -- ${xunit}`);
    expect(proposal.findings.find(({ field }) => field === 'testCommand')).toMatchObject({
      certain: false,
      why: 'The script verify, run by .github/workflows/ci.yml:6, with a report added',
    });
  });
});
