import { readdir } from 'node:fs/promises';
import { readRealReport } from '../test/realReports.ts';

// Each report was written by the tool itself, for one small project; the lines agree with what its console said.
const reports: [title: string, path: string, lines: string[]][] = [
  [
    'reads the messages of Cucumber with all attempts',
    'cucumber/messages.ndjson',
    [
      'Cart | adds | PASS',
      'Cart | pays | FAIL | Error: no money',
      'Cart | flaky | FAIL PASS | Error: first try',
      'Cart | undefined | FAIL | nothing known (undefined)',
      'Cart | later | FAIL | it is pending (pending)',
      'Cart | is skipped | IGNORED | it is skipped (skipped)',
      'Cart | ambiguous | FAIL | two steps fit (ambiguous)',
      'Cart | prices - of <n> items - #1.1: of 1 items | FAIL | Error: function has 0 arguments, should have 1 (if synchronous or returning a promise) or 2 (if accepting a callback)',
      'Cart | prices - of <n> items - #1.2: of 2 items | FAIL | Error: function has 0 arguments, should have 1 (if synchronous or returning a promise) or 2 (if accepting a callback)',
      'Cart | prices - hook fails | FAIL | Error: set-up failed',
    ],
  ],
  [
    'reads the JSON of Cucumber, which has the last attempts only',
    'cucumber/results.json',
    [
      'Cart | adds | PASS',
      'Cart | pays | FAIL | Error: no money',
      'Cart | flaky | PASS',
      'Cart | undefined | FAIL | Then nothing known (undefined)',
      'Cart | later | FAIL | Then it is pending (pending)',
      'Cart | is skipped | IGNORED | Then it is skipped (skipped)',
      'Cart | ambiguous | FAIL | Then two steps fit (ambiguous)',
      'Cart | of 1 items | FAIL | Error: function has 0 arguments, should have 1 (if synchronous or returning a promise) or 2 (if accepting a callback)',
      'Cart | of 2 items | FAIL | Error: function has 0 arguments, should have 1 (if synchronous or returning a promise) or 2 (if accepting a callback)',
      'Cart | hook fails | FAIL | Error: set-up failed',
    ],
  ],
  [
    'reads go test -json with packages that do not compile, and panics',
    'go/test.json',
    [
      'example.com/shop/broken | (outside of any test) | FAIL | build failed',
      'example.com/shop/exits | TestExits | FAIL | panic: unexpected call to os.Exit(0) during test',
      'example.com/shop/cart | TestAdds | PASS',
      'example.com/shop/cart | TestPays | FAIL | cart_test.go:4: no money: 2',
      'example.com/shop/cart | TestSkipped | IGNORED | no van',
      'example.com/shop/cart | TestPrices/one_item | PASS',
      'example.com/shop/cart | TestPrices/two | FAIL | cart_test.go:6: too many',
      'example.com/shop/cart | TestPrices | FAIL | Failed',
      'example.com/shop/cart | TestParallel/a | PASS',
      'example.com/shop/cart | TestParallel | PASS',
      'example.com/shop/cart | ExampleAdds | FAIL | got:',
      'example.com/shop/pan | TestBefore | PASS',
      'example.com/shop/pan | TestPanics | FAIL | panic: assignment to entry in nil map',
    ],
  ],
  [
    'reads output.xml of Robot Framework with a failed teardown of a suite',
    'robot/output.xml',
    [
      'Robot.Cart | Adds | PASS',
      'Robot.Cart | Pays | FAIL | 1 != 2',
      'Robot.Cart | Is Skipped | IGNORED | no van',
      'Robot.Cart | Teardown Fails | FAIL | Teardown failed:',
      'Robot.Cart | Nested "Quotes" & <More> | FAIL | inside',
      'Robot.Cart | Expected | PASS',
      'Robot.Hooks.After | Runs | PASS',
      'Robot | Hooks › After › (outside of any test) | FAIL | Suite teardown failed:',
      'Robot.Hooks.Broken | Never Runs | FAIL | Parent suite setup failed:',
    ],
  ],
  [
    'reads pytest-reportlog with setups, teardowns and expected failures',
    'pytest/reportlog.jsonl',
    [
      'py.test_cart.TestCart | test_adds | PASS',
      "py.test_cart.TestCart | test_pays | FAIL | AssertionError: assert {'a': 1} == {'a': 2}",
      'py.test_cart.TestCart | test_skipped | IGNORED | no van',
      'py.test_cart.TestCart | test_expected | IGNORED | expected to fail: known',
      'py.test_cart.TestCart | test_unexpected | PASS',
      'py.test_cart.TestCart | test_strict | FAIL | [XPASS(strict)] known',
      'py.test_cart | test_price[1] | PASS',
      'py.test_cart | test_price[2] | PASS',
      'py.test_cart | test_price[a b/c] | PASS',
      'py.test_cart | test_setup | FAIL | failed on setup with "RuntimeError: set-up failed"',
      'py.test_cart | test_teardown | FAIL | failed on teardown with "RuntimeError: tear-down failed"',
      'py.test_cart | test_both | FAIL | assert 1 == 2',
    ],
  ],
  [
    'fails a module that pytest could not import',
    'pytest/broken-file.jsonl',
    ["pytest/broken-file.jsonl | py.test_broken | FAIL | ModuleNotFoundError: No module named 'no_such_module'"],
  ],
  [
    'reads the JSON of RSpec with an error outside of examples',
    'rspec/results.json',
    [
      'spec/rspec/cart_spec.rb | Cart adds | PASS',
      'spec/rspec/cart_spec.rb | Cart pays | FAIL | expected: 2',
      'spec/rspec/cart_spec.rb | Cart is skipped | IGNORED | no van',
      'spec/rspec/cart_spec.rb | Cart is pending | IGNORED | known',
      'spec/rspec/cart_spec.rb | Cart passes unexpectedly | FAIL | Expected example to fail since it is pending, but it passed.',
      'spec/rspec/cart_spec.rb | Cart not yet | IGNORED | Not yet implemented',
      'spec/rspec/cart_spec.rb | Cart prices of 1 "items" & <more> | PASS',
      'spec/rspec/cart_spec.rb | Cart prices of 2 "items" & <more> | PASS',
      'spec/rspec/cart_spec.rb | Cart hooks never runs | FAIL | set-up failed',
      'spec/rspec/cart_spec.rb | Cart after runs | PASS',
      'rspec/results.json | (outside of any test) | FAIL | RuntimeError:',
    ],
  ],
  [
    'fails a file that RSpec could not load',
    'rspec/broken-file.json',
    ['rspec/broken-file.json | (outside of any test) | FAIL | LoadError:'],
  ],
];

it.each(reports)('%s', async (_, path, expected) => {
  const { lines, problem } = await readRealReport(path);
  expect(problem).toBeNull();
  expect(lines).toEqual(expected);
});

it.each([
  ['messages of Cucumber', 'cucumber/messages.ndjson', 'cucumber/results.xml'],
  ['pytest-reportlog', 'pytest/reportlog.jsonl', 'pytest/results.xml'],
])('names tests of %s as their JUnit XML does', async (_, path, xml) => {
  expect((await readRealReport(path)).names).toEqual((await readRealReport(xml)).names);
});

it('names tests of Robot Framework as its JUnit XML does', async () => {
  const { names } = await readRealReport('robot/output.xml');
  const ofTests = names.filter((name) => !name.endsWith('(outside of any test)'));
  expect(ofTests).toEqual((await readRealReport('robot/xunit.xml')).names);
});

it('reads the results of Allure, one file each', async () => {
  const folder = new URL('../test/reports/allure/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => !name.endsWith('-container.json')).sort();
  const lines = await Promise.all(files.map(async (name) => (await readRealReport(`allure/${name}`)).lines));
  expect(lines.flat()).toEqual([
    'mocha/cart.spec.js | cart › flaky | PASS',
    'mocha/cart.spec.js | cart › flaky | FAIL | first try',
    'mocha/cart.spec.js | cart › is skipped | IGNORED | Test skipped',
    'mocha/cart.spec.js | cart › prices › of 2 "items" & <more> | PASS',
    'mocha/cart.spec.js | cart › pays | FAIL | Expected values to be strictly equal:',
    'mocha/cart.spec.js | cart › later | IGNORED | Test skipped',
    'mocha/cart.spec.js | cart › after › runs | PASS',
    'mocha/cart.spec.js | cart › prices › of 1 "items" & <more> | PASS',
    'Allure results | (outside of any test) | FAIL | "after all" hook failed: tear-down failed',
    'Allure results | (outside of any test) | FAIL | "before all" hook failed: set-up failed',
    'mocha/cart.spec.js | cart › adds | PASS',
    'cart.spec.ts | cart › flaky [chromium] | PASS',
    'cart.spec.ts | cart › flaky [chromium] | FAIL | Error: first try',
    'cart.spec.ts | cart › adds [chromium] | PASS',
  ]);
});
