import { findingOf, manifest, npmLock, onlyOf, openFieldsOf, proposalsOf, summaries } from '../../test/proposedFor.ts';

const packageJson = (name: string, test?: string) => ({
  'package.json': manifest({ [name]: '1.0.0' }, test === undefined ? {} : { test }),
  'package-lock.json': '{}',
});
const nodeTest =
  '--test --test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination=results.xml';
const withReporter = (name: string) => `npm ci && npm install --no-save ${name}`;

type Expected = [framework: string, command: string, resultFiles: string[], installCommand: string | RegExp | null];
const runners: readonly [what: string, tree: Record<string, string>, expected: Expected][] = [
  [
    'AVA, whose TAP is converted',
    { ...packageJson('ava', 'xo && c8 ava'), 'test.js': '' },
    ['AVA', 'npx -c "xo && c8 ava --tap | tap-junit > ava.xml"', ['ava.xml'], withReporter('tap-junit')],
  ],
  [
    'AVA without a script',
    { ...packageJson('ava'), 'test/a.js': '' },
    ['AVA', 'npx ava --tap | npx tap-junit > ava.xml', ['ava.xml'], withReporter('tap-junit')],
  ],
  [
    'tape, without what only shows its results',
    { ...packageJson('tape', 'eslint . && tape test/*.js | tap-spec && echo done'), 'test/a.js': '' },
    [
      'tape',
      'npx -c "eslint . && tape test/*.js | tap-junit > tape.xml && echo done"',
      ['tape.xml'],
      withReporter('tap-junit'),
    ],
  ],
  [
    'tape without a script',
    { ...packageJson('tape'), 'test/a.js': '' },
    ['tape', 'npx tape "test/**/*.js" | npx tap-junit > tape.xml', ['tape.xml'], withReporter('tap-junit')],
  ],
  [
    'Jest by react-scripts',
    { ...packageJson('react-scripts', 'react-scripts test --env=jsdom'), 'src/a.test.js': '' },
    ['Jest', 'npm test -- --ci --reporters=default --reporters=jest-junit', ['junit.xml'], withReporter('jest-junit')],
  ],
  [
    'Jest by craco',
    { ...packageJson('jest-junit', 'craco test'), 'src/a.test.js': '' },
    ['Jest', 'npm test -- --ci --reporters=default --reporters=jest-junit', ['junit.xml'], null],
  ],
  [
    'Jasmine, with a helper file',
    { ...packageJson('jasmine', 'jasmine --config=jasmine.json'), 'spec/cartSpec.js': '' },
    [
      'Jasmine',
      'npm test -- --helper={,../,../../}node_modules/assay-jasmine.cjs',
      ['results/junitresults.xml'],
      /^npm ci && npm install --no-save jasmine-reporters && node -e /,
    ],
  ],
  [
    'tap',
    { 'package.json': manifest({ tap: '^21.1.0' }, { test: 'tap' }), 'test/a.js': '' },
    ['tap', 'npm test -- --reporter=junit --reporter-file=tap.xml', ['tap.xml'], null],
  ],
  [
    'tap before 18, by its locked version',
    {
      ...packageJson('tap', 'lint && tap --no-coverage'),
      'package-lock.json': npmLock('tap', '16.3.10'),
      'test/a.js': '',
    },
    ['tap', 'npx -c "lint && tap --no-coverage --reporter=xunit > tap.xml"', ['tap.xml'], null],
  ],
  [
    'tap before 18, without a lock file',
    { 'package.json': manifest({ tap: '^14.11.0' }, { test: 'tap' }), 'test/a.js': '' },
    ['tap', 'npx -c "tap --reporter=xunit > tap.xml"', ['tap.xml'], null],
  ],
  [
    'tap before 18, without a script',
    { 'package.json': manifest({ tap: '~12.7.0' }), 'test/a.js': '' },
    ['tap', 'npx tap --reporter=xunit > tap.xml', ['tap.xml'], null],
  ],
  [
    'uvu, which has no reporters',
    { ...packageJson('uvu', 'uvu tests'), 'tests/a.js': '', 'tests/b/c.mjs': '' },
    ['uvu', `node ${nodeTest} tests/*.js tests/b/*.mjs`, ['results.xml'], null],
  ],
  [
    'uvu with modules to load before',
    { ...packageJson('uvu', 'uvu -r esm -r tsm tests'), 'tests/a.ts': '' },
    ['uvu', `node --require esm --require tsm ${nodeTest} tests/*.ts`, ['results.xml'], null],
  ],
  [
    'Karma',
    { ...packageJson('karma', 'karma start karma.ci.js'), 'karma.conf.js': '', 'test/a.spec.js': '' },
    [
      'Karma',
      'npm test -- --single-run --reporters progress,junit',
      ['**/TESTS-*.xml'],
      withReporter('karma-junit-reporter'),
    ],
  ],
  [
    'Karma by Angular',
    { ...packageJson('karma', 'ng test'), 'src/app.spec.ts': '' },
    [
      'Karma',
      'npm test -- --watch=false --reporters progress,junit',
      ['**/TESTS-*.xml'],
      withReporter('karma-junit-reporter'),
    ],
  ],
  [
    'Bun by its script',
    { 'package.json': manifest({}, { test: 'bun test --preload ./a.ts' }), 'bun.lock': '', 'a.test.ts': '' },
    ['Bun', 'npm test -- --reporter=junit --reporter-outfile=bun.xml', ['bun.xml'], 'bun install'],
  ],
  [
    'Bun by what tests import',
    { 'package.json': '{}', 'bun.lock': '', 'a.test.ts': "import { test } from 'bun:test';" },
    ['Bun', 'bun test --reporter=junit --reporter-outfile=bun.xml', ['bun.xml'], 'bun install'],
  ],
  [
    'Deno by its task',
    { 'deno.json': '{\n  "tasks": {\n    "test": "deno test --allow-read"\n  }\n}', 'cart_test.ts': '' },
    ['Deno', 'deno task test --junit-path=deno.xml', ['deno.xml'], null],
  ],
  [
    'Deno without a task',
    { 'deno.jsonc': '{}', 'cart.test.ts': '', 'util/deno.json': '{}', 'util/a_test.ts': '' },
    ['Deno', 'deno test --allow-all --junit-path=deno.xml', ['deno.xml'], null],
  ],
  [
    'node:test among other steps',
    { 'package.json': manifest({}, { test: 'tsc && c8 node --import tsx --test "test/*.ts"' }), 'test/a.ts': '' },
    ['node:test', `npx -c "tsc && c8 node --import tsx ${nodeTest} \\"test/*.ts\\""`, ['results.xml'], null],
  ],
  [
    'Vitest installed by Bun',
    { 'package.json': manifest({ vitest: '4' }, { test: 'vitest run' }), 'bun.lockb': '', 'a.test.ts': '' },
    [
      'Vitest',
      'npm test -- --reporter=default --reporter=junit --outputFile.junit=results/vitest.xml',
      ['results/vitest.xml'],
      'bun install',
    ],
  ],
];

describe('runners that are run by a command', () => {
  it.each(runners)('%s', (_, tree, [otherFramework, testCommand, resultFiles, installCommand]) => {
    const proposal = onlyOf(tree);
    expect(proposal.settings).toMatchObject({ testingFramework: 'Other', otherFramework, testCommand, resultFiles });
    if (installCommand instanceof RegExp) expect(proposal.settings.installCommand).toMatch(installCommand);
    else expect(proposal.settings.installCommand).toBe(installCommand);
    // Nothing has run it yet.
    expect(openFieldsOf(proposal)).toEqual(expect.arrayContaining(['testCommand', 'resultFiles']));
    expect(findingOf(proposal, 'testingFramework')?.certain).toBe(true);
  });

  it('need no package that the project has', () => {
    const tree = {
      'package.json': manifest({ ava: '7', 'tap-junit': '5' }, { test: 'ava' }),
      'package-lock.json': '{}',
    };
    expect(onlyOf({ ...tree, 'test.js': '' }).settings.installCommand).toBeNull();
  });

  it('say which package writes the results', () => {
    const proposal = onlyOf({ ...packageJson('ava', 'ava'), 'test.js': '' });
    expect(findingOf(proposal, 'installCommand')?.why).toBe(
      'tap-junit writes the results and is not in package.json: it is added for each run',
    );
    expect(findingOf(proposal, 'resultFiles')?.why).toBe('Where tap-junit writes JUnit XML');
  });

  it('are proposed by scripts: those without one are left out', () => {
    const tree = {
      'package.json': manifest({ mocha: '11', jest: '30' }, { test: 'mocha' }),
      'test/a.js': '',
    };
    expect(summaries(tree)).toEqual([['shop', 'Mocha', null]]);
  });

  it('a workspace of Deno is one project', () => {
    expect(
      proposalsOf({ 'deno.json': '{"workspace":["a","b"]}', 'a/deno.json': '{}', 'a/a_test.ts': '' }),
    ).toHaveLength(1);
  });
});
