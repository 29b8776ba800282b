import { counted, type Writer } from './writer.ts';

const runtimes = { bun: '1.4.5', deno: '2.9.6' };
const newman = { newman: '6.2.2', 'newman-reporter-junitfull': '1.1.1' };
const nodeTap = { tap: '21.8.0' };
/** Their packages find the program by a script at installation, which is not run. */
const bun = 'node_modules/@oven/bun-linux-x64/bin/bun';
const deno = 'node_modules/@deno/linux-x64-glibc/deno';

const bunTitles = [
  ...['adds', 'pays', 'is skipped', 'ships later', 'prints', 'has "quotes" & <angles>', 'times out'],
  ...['has an equal', 'has an equal', 'costs 1', 'costs 2', 'is flaky', 'is expected to fail', 'passes unexpectedly'],
  ...['is nested', 'has a failed set-up', 'has a failed tear-down', 'is counted'],
];
const denoTitles = [
  ...['adds', 'pays', 'is skipped', 'prints', 'has "quotes" & <angles>', 'has an equal', 'has an equal'],
  ...['costs 1', 'costs 2', 'is nested', 'fails inside', 'is skipped inside', 'leaks', 'is counted'],
];
const denoCounts = counted({
  passed: /(?<=^(?:FAILED|ok) \| )(\d+) passed/m,
  failed: /(?<=^(?:FAILED|ok) \| .*)\b(\d+) failed/m,
  skipped: /(?<=^(?:FAILED|ok) \| .*)\b(\d+) ignored/m,
});
const outside = '(outside of any test)';
const newmanTitles = ['adds', 'pays', 'is skipped', 'has an equal', 'is nested', 'is behind it', 'is before it'];
const newmanCounts = counted({ failed: /^ *\d+\. {2,}(\w)/m });

const failedOfNodeTap = [...['times out', 'timeout!', 'cannot set up', 'cannot tear down', 'has a failed tear-down']];

function tapWriter(name: string, reporter: string, report: string, rest: Partial<Writer> = {}): Writer {
  const run = 'tap --disable-coverage --allow-empty-coverage';
  const files = 'cart.test.cjs broken.test.cjs';
  return {
    name,
    install: { npm: nodeTap },
    sample: 'tap',
    command: ['sh', '-c', `${run} --reporter terse ${files}; ${run} --reporter ${reporter} ${files} > ${report}`],
    reports: [report],
    exitCode: 1,
    console: () => ({}),
    titles: [
      ...['sums', 'by card', 'is skipped', 'ships later', 'is printed', 'is quoted', 'is equal', 'is equal'],
      ...['has a price', 'has a price', 'is deep'],
    ],
    fails: true,
    hides: null,
    ...rest,
  };
}

/** Runtimes with test runners of their own, and others from npm. */
export const runtimeWriters: readonly Writer[] = [
  {
    name: 'Bun junit',
    install: { npm: runtimes },
    sample: 'bun',
    command: [bun, 'test', '--reporter=junit', '--reporter-outfile=report.xml'],
    reports: ['report.xml'],
    exitCode: 1,
    console: counted({
      passed: /^ +(\d+) pass$/m,
      failed: /^ +(\d+) fail$/m,
      skipped: /^ +(\d+) (?:skip|todo)$/m,
    }),
    titles: bunTitles,
    fails: true,
    hides: 'files that do not load; attempts of a test',
    differences: [
      {
        because: 'failed hooks of a group are tests without a name, on the console as well',
        added: ['(unnamed)', '(unnamed)'],
      },
      { because: 'a file that does not load is a failure on the console only', counts: { failed: -1 } },
    ],
  },
  {
    name: 'Bun junit, a file that does not load alone',
    install: { npm: runtimes },
    sample: 'bun',
    command: [
      'sh',
      '-c',
      `rm cart.test.ts; sed -i 1,5d stop.test.ts; sed -i '1i import { test } from "bun:test";' stop.test.ts; ${bun} test --reporter=junit --reporter-outfile=report.xml`,
    ],
    reports: ['report.xml'],
    exitCode: 1,
    console: counted({ failed: /^ +(\d+) fail$/m }),
    titles: ['is counted'],
    fails: false,
    hides: 'the failure',
    differences: [{ because: 'a file that does not load is a failure on the console only', counts: { failed: -1 } }],
  },
  {
    name: 'Deno junit',
    install: { npm: runtimes },
    sample: 'deno',
    command: [deno, 'test', '--no-check', '--junit-path=report.xml'],
    reports: ['report.xml'],
    exitCode: 1,
    console: denoCounts,
    titles: [...denoTitles, 'never starts'],
    fails: true,
    hides: 'files that do not load; failed hooks around a file, before which its tests are skipped',
    differences: [
      {
        because: 'steps are tests, and the test around them failed; files that failed are not in the file',
        counts: { passed: 1, failed: -2, skipped: 2 },
        added: ['group'],
      },
    ],
  },
  {
    name: 'Deno junit, failed hooks alone',
    install: { npm: runtimes },
    sample: 'deno',
    command: [deno, 'test', '--no-check', '--junit-path=report.xml', 'stop.test.ts', 'setUp.test.ts'],
    reports: ['report.xml'],
    exitCode: 1,
    console: denoCounts,
    titles: ['is counted', 'never starts'],
    fails: false,
    hides: 'the failures',
    differences: [{ because: 'files that failed are not in the file', counts: { failed: -2, skipped: 1 } }],
  },
  {
    name: 'Deno tap',
    install: { npm: runtimes },
    sample: 'deno',
    command: ['sh', '-c', `${deno} test --no-check; ${deno} test --no-check --reporter=tap > report.tap`],
    reports: ['report.tap'],
    exitCode: 1,
    console: denoCounts,
    titles: denoTitles,
    fails: true,
    hides: 'what failed outside of tests, except in its plan',
    differences: [
      {
        because: 'steps are tests, and the test around them is not; files that failed are a plan that is too long',
        counts: { passed: 1, failed: -2, skipped: 1 },
        added: [outside],
      },
    ],
  },
  {
    name: 'newman junit',
    install: { npm: newman },
    sample: 'newman',
    command: [
      ...['node', 'server.mjs', 'newman', 'run', 'collection.json', '-r', 'cli,junit'],
      ...['--reporter-junit-export', 'report.xml'],
    ],
    reports: ['report.xml'],
    exitCode: 1,
    console: newmanCounts,
    titles: newmanTitles,
    fails: true,
    hides:
      'that an assertion is skipped; the second of two equal ones; requests and scripts that failed, except in counts',
    differences: [
      {
        because: 'scripts and requests that failed are counts of their suites, and failures on the console',
        added: [outside, outside, outside],
      },
    ],
  },
  {
    name: 'newman-reporter-junitfull',
    install: { npm: newman },
    sample: 'newman',
    command: [
      ...['node', 'server.mjs', 'newman', 'run', 'collection.json', '-r', 'cli,junitfull'],
      ...['--reporter-junitfull-export', 'report.xml'],
    ],
    reports: ['report.xml'],
    exitCode: 1,
    console: newmanCounts,
    titles: [...newmanTitles, 'has an equal'],
    fails: true,
    hides: 'that an assertion is skipped; requests that could not be sent',
    differences: [
      { because: 'scripts that failed are failures on the console as well', added: ['Pre-request Script', 'Tests'] },
      { because: 'a request that could not be sent is not in the file', counts: { failed: -1 } },
    ],
  },
  tapWriter('node-tap tap', 'tap', 'report.tap', {
    differences: [
      {
        because: 'hooks, time-outs and files that failed are tests of their own',
        added: [...failedOfNodeTap, 'broken.test.cjs'],
      },
    ],
  }),
  tapWriter('node-tap junit', 'junit', 'report.xml', {
    titles: [
      ...['adds › sums', 'pays › by card', 'is skipped', 'ships later', 'prints › is printed', '› is quoted'],
      ...['has an equal › is equal', 'has an equal › is equal #2', 'costs 1 › has a price', 'costs 2 › has a price'],
      'group › is nested › is deep',
    ],
    hides: 'files that do not load; skips, except in properties; tests are there once more next to their assertions',
    differences: [
      {
        because: 'hooks and time-outs that failed are tests of their own, and so is each test next to its assertions',
        added: [
          ...['times out › timeout!', 'times out', 'times out #2', 'hooks', 'hooks › cannot tear down'],
          ...['hooks › has a failed set-up › cannot set up', 'hooks › has a failed set-up'],
          ...['hooks › has a failed tear-down', 'adds', 'pays', 'prints', 'has "quotes" & <angles>', 'has an equal'],
          ...['has an equal #2', 'costs 1', 'costs 2', 'group', 'group › is nested'],
        ],
      },
    ],
  }),
];
