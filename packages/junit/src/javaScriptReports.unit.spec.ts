import { readReport } from '../test/readReport.ts';
import { readRealReport } from '../test/realReports.ts';

// Each report was written by the tool itself, for one small project; the lines agree with what its console said.
const reports: [title: string, path: string, lines: string[]][] = [
  [
    "reads CTRF as Jest's plugin writes it",
    'ctrf/jest.json',
    [
      '/home/ci/project/jest/cart.test.js | cart adds | PASS',
      '/home/ci/project/jest/cart.test.js | cart pays | FAIL | Error: expect(received).toEqual(expected) // deep equality',
      '/home/ci/project/jest/cart.test.js | cart later | IGNORED | todo',
      '/home/ci/project/jest/cart.test.js | cart is skipped | IGNORED',
      '/home/ci/project/jest/cart.test.js | cart flaky | FAIL PASS | failed and was run again; the report does not say why',
      '/home/ci/project/jest/cart.test.js | cart prices of 1 "items" & <more> | PASS',
      '/home/ci/project/jest/cart.test.js | cart prices of 2 "items" & <more> | PASS',
      '/home/ci/project/jest/cart.test.js | cart hooks never runs | FAIL | Error: set-up failed',
      '/home/ci/project/jest/cart.test.js | cart after runs | PASS',
      '/home/ci/project/jest/cart.test.js | cart is expected to fail | PASS',
    ],
  ],
  [
    "reads CTRF as Playwright's plugin writes it, which says passed of a test that should fail",
    'ctrf/playwright.json',
    [
      'cart.spec.ts | cart › adds [chromium] | PASS',
      'cart.spec.ts | cart › pays [chromium] | FAIL FAIL | Error: The outputPath is not allowed outside of the parent directory. Please fix the defined path.',
      'cart.spec.ts | cart › is skipped [chromium] | IGNORED',
      'cart.spec.ts | cart › later [chromium] | IGNORED',
      'cart.spec.ts | cart › flaky [chromium] | FAIL PASS | Error: first try',
      'cart.spec.ts | cart › is expected to fail [chromium] | PASS',
      'cart.spec.ts | cart › passes unexpectedly [chromium] | FAIL | expected to fail, and passed',
      'cart.spec.ts | cart › times out [chromium] | FAIL FAIL | Test timeout of 200ms exceeded.',
      'cart.spec.ts | cart › prices › of 1 "items" & <more> [chromium] | PASS',
      'cart.spec.ts | cart › prices › of 2 "items" & <more> [chromium] | PASS',
      'cart.spec.ts | cart › hooks › never runs [chromium] | FAIL FAIL | Error: set-up failed',
      'cart.spec.ts | cart › hooks › nor this [chromium] | IGNORED',
      'cart.spec.ts | cart › after › runs [chromium] | FAIL FAIL | Error: tear-down failed',
    ],
  ],
  [
    'reads the JSON of Playwright with its attempts, reasons and projects',
    'playwright/results.json',
    [
      'cart.spec.ts | cart › adds [chromium] | PASS',
      'cart.spec.ts | cart › pays [chromium] | FAIL FAIL | Error: The outputPath is not allowed outside of the parent directory. Please fix the defined path.',
      'cart.spec.ts | cart › is skipped [chromium] | IGNORED | no van',
      'cart.spec.ts | cart › later [chromium] | IGNORED | fixme',
      'cart.spec.ts | cart › flaky [chromium] | FAIL PASS | Error: first try',
      'cart.spec.ts | cart › is expected to fail [chromium] | PASS',
      'cart.spec.ts | cart › passes unexpectedly [chromium] | FAIL FAIL | expected to fail, and passed',
      'cart.spec.ts | cart › times out [chromium] | FAIL FAIL | Test timeout of 200ms exceeded.',
      'cart.spec.ts | cart › prices › of 1 "items" & <more> [chromium] | PASS',
      'cart.spec.ts | cart › prices › of 2 "items" & <more> [chromium] | PASS',
      'cart.spec.ts | cart › hooks › never runs [chromium] | FAIL FAIL | Error: set-up failed',
      'cart.spec.ts | cart › hooks › nor this [chromium] | IGNORED | did not run',
      'cart.spec.ts | cart › after › runs [chromium] | FAIL FAIL | Error: tear-down failed',
    ],
  ],
  [
    'fails a file that Playwright could not load',
    'playwright/broken-file.json',
    ["broken.spec.ts | (outside of any test) | FAIL | Error: Cannot find module './no-such-module'"],
  ],
  [
    'reads the JSON of Mocha with its failed hooks',
    'mocha/results.json',
    [
      '/home/ci/project/mocha/cart.spec.js | cart › adds | PASS',
      '/home/ci/project/mocha/cart.spec.js | cart › pays | FAIL | Expected values to be strictly equal:',
      '/home/ci/project/mocha/cart.spec.js | cart › later | IGNORED',
      '/home/ci/project/mocha/cart.spec.js | cart › is skipped | IGNORED',
      '/home/ci/project/mocha/cart.spec.js | cart › flaky | FAIL PASS | failed and was run again; the report does not say why',
      '/home/ci/project/mocha/cart.spec.js | cart prices › of 1 "items" & <more> | PASS',
      '/home/ci/project/mocha/cart.spec.js | cart prices › of 2 "items" & <more> | PASS',
      '/home/ci/project/mocha/cart.spec.js | cart after › runs | PASS',
      '/home/ci/project/mocha/cart.spec.js | cart hooks › "before all" hook for "never runs" | FAIL | set-up failed',
      '/home/ci/project/mocha/cart.spec.js | cart after › "after all" hook for "runs" | FAIL | tear-down failed',
    ],
  ],
  [
    'reads mochawesome with its failed hooks, and the tests behind them',
    'mocha/mochawesome.json',
    [
      '/home/ci/project/mocha/cart.spec.cjs | cart › adds | PASS',
      '/home/ci/project/mocha/cart.spec.cjs | cart › pays | FAIL | Error: card declined',
      '/home/ci/project/mocha/cart.spec.cjs | cart › ships later | IGNORED',
      '/home/ci/project/mocha/cart.spec.cjs | cart prices › of 1 "item" & <more> | PASS',
      '/home/ci/project/mocha/cart.spec.cjs | hooks › "before all" hook for "never runs" | FAIL | Error: set-up failed',
      '/home/ci/project/mocha/cart.spec.cjs | hooks › never runs | IGNORED | did not run',
      '/home/ci/project/mocha/cart.spec.cjs | after › "after all" hook for "runs" | FAIL | Error: tear-down failed',
      '/home/ci/project/mocha/cart.spec.cjs | after › runs | PASS',
    ],
  ],
  [
    "reads SonarQube's generic test execution, in which Mocha's reporter writes pending tests as passed",
    'sonar/mocha.xml',
    [
      'cart.spec.cjs | cart: adds | PASS',
      'cart.spec.cjs | cart: pays | FAIL | card declined',
      'cart.spec.cjs | cart: ships later | PASS',
      'cart.spec.cjs | prices: of 1 "item" & <more> | PASS',
      'cart.spec.cjs | after: runs | PASS',
    ],
  ],
  [
    "reads SonarQube's generic test execution as Vitest's reporter writes it",
    'sonar/vitest.xml',
    [
      'cart.test.js | cart - adds | PASS',
      "cart.test.js | cart - pays | FAIL | expected 'declined' to be 'paid' // Object.is equality",
      'cart.test.js | cart - is skipped | IGNORED | is skipped',
      'cart.test.js | cart - has "quotes" & <angles> | PASS',
      'cart.test.js | cart - deep - deeper - is nested | PASS',
    ],
  ],
  [
    'reads the JSON of Jest with its attempts, and what failed outside of tests',
    'jest/results.json',
    [
      '/home/ci/project/jest/cart.test.js | cart › adds | PASS',
      '/home/ci/project/jest/cart.test.js | cart › pays | FAIL FAIL FAIL | Error: expect(received).toEqual(expected) // deep equality',
      '/home/ci/project/jest/cart.test.js | cart › later | IGNORED | todo',
      '/home/ci/project/jest/cart.test.js | cart › is skipped | IGNORED',
      '/home/ci/project/jest/cart.test.js | cart › flaky | FAIL PASS | Error: first try',
      '/home/ci/project/jest/cart.test.js | cart › prices › of 1 "items" & <more> | PASS',
      '/home/ci/project/jest/cart.test.js | cart › prices › of 2 "items" & <more> | PASS',
      '/home/ci/project/jest/cart.test.js | cart › hooks › never runs | FAIL | Error: set-up failed',
      '/home/ci/project/jest/cart.test.js | cart › after › runs | PASS',
      '/home/ci/project/jest/cart.test.js | cart › is expected to fail | PASS',
      '/home/ci/project/jest/cart.test.js | (outside of any test) | FAIL | tear-down failed',
      "/home/ci/project/jest/broken.test.js | (outside of any test) | FAIL | Cannot find module './no-such-module' from 'jest/broken.test.js'",
    ],
  ],
  [
    'reads the JSON of Vitest with its attempts',
    'vitest/results.json',
    [
      "/home/ci/project/vitest/broken.test.js | (outside of any test) | FAIL | Cannot find module './no-such-module' imported from /home/ci/project/vitest/broken.test.js",
      '/home/ci/project/vitest/cart.test.js | cart › adds | PASS',
      '/home/ci/project/vitest/cart.test.js | cart › pays | FAIL | AssertionError: expected { a: 1 } to deeply equal { a: 2 }',
      '/home/ci/project/vitest/cart.test.js | cart › later | IGNORED | todo',
      '/home/ci/project/vitest/cart.test.js | cart › is skipped | IGNORED',
      '/home/ci/project/vitest/cart.test.js | cart › skips with a reason | IGNORED',
      '/home/ci/project/vitest/cart.test.js | cart › flaky | FAIL PASS | Error: first try',
      '/home/ci/project/vitest/cart.test.js | cart › prices › of 1 "items" & <more> | PASS',
      '/home/ci/project/vitest/cart.test.js | cart › prices › of 2 "items" & <more> | PASS',
      '/home/ci/project/vitest/cart.test.js | cart › hooks › never runs | IGNORED',
      '/home/ci/project/vitest/cart.test.js | cart › after › runs | PASS',
      '/home/ci/project/vitest/cart.test.js | cart › is expected to fail | PASS',
      '/home/ci/project/vitest/rejected.test.js | leaves a rejection | PASS',
    ],
  ],
  [
    'fails a file of Vitest in which only a hook failed',
    'vitest/failed-hook.json',
    [
      '/home/ci/project/vitest-hook/hook.test.js | hooks › never runs | IGNORED',
      '/home/ci/project/vitest-hook/hook.test.js | adds | PASS',
      '/home/ci/project/vitest-hook/hook.test.js | (outside of any test) | FAIL | a hook or the file failed, and the report does not say why',
    ],
  ],
];

it.each(reports)('%s', async (_, path, expected) => {
  const { lines, problem } = await readRealReport(path);
  expect(problem).toBeNull();
  // Playwright has run all tests in two browsers, with equal results.
  expect(lines.filter((line) => !line.includes('[firefox]'))).toEqual(expected);
});

it.each([
  ['Playwright', 'playwright/results.json', 'playwright/results.xml'],
  ["Playwright's plugin for CTRF", 'ctrf/playwright.json', 'playwright/results.xml'],
  ['Mocha', 'mocha/results.json', 'mocha/results.xml'],
])('names tests of %s as their JUnit XML does', async (_, path, xml) => {
  const { names } = await readRealReport(path);
  expect([...names].sort()).toEqual([...(await readRealReport(xml)).names].sort());
});

it('has the times of tests that SonarQube has in milliseconds', async () => {
  const content =
    '<testExecutions version="1"><file path="a.js"><testCase name="t" duration="1500"/></file></testExecutions>';
  const { cases } = await readReport(content);
  expect(cases.map(({ durationMs }) => durationMs)).toEqual([1500]);
});

it('takes the word of Vitest that a run with an unhandled rejection has passed', async () => {
  const { lines } = await readRealReport('vitest/unhandled-rejection.json');
  expect(lines).toEqual(['/home/ci/project/vitest-rej/rejected.test.js | leaves a rejection | PASS']);
});
