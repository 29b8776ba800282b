import { readReport } from '../test/readReport.ts';
import { attemptsOfCase } from './attemptsOfCase.ts';
import { JunitNames } from './junitNames.ts';

/** @returns of each test where it is, its status and its message */
async function read(content: string): Promise<string[]> {
  const { cases, problem } = await readReport(content);
  expect(problem).toBeNull();
  return cases.map((each) => {
    const { file, name } = new JunitNames('/home/ci/shop').nameOf(each, 'results.tap');
    const { status, error } = attemptsOfCase(each).at(-1) ?? { status: '', error: null };
    return [`${file} | ${name}`, status, error].filter((part) => part !== null).join(' | ');
  });
}

// As brittle 4 writes it: subtests without a plan.
const brittle = `TAP version 13

# adds
    ok 1 - should be equal
ok 1 - adds # time = 0.1ms

# pays
    # a comment of the test
    not ok 1 - by card
      ---
      actual: card
      expected: cash
      operator: is
      ...
not ok 2 - pays # time = 45.2ms

# ships later
ok 3 - ships later # TODO

1..3
# tests = 1/3 pass
`;

// As AVA 6 writes it: its plan leaves out hooks and files that do not load.
const ava = `TAP version 13
ok 1 - cart › adds
not ok 2 - cart › before hook
  ---
    name: AssertionError
    details:
      'Error thrown in test:': |-
        Error {
          message: 'cannot set up',
        }
    message: Error thrown in test
    at: 'file:///home/ci/shop/setUp.test.mjs:4:9'
  ...
not ok 3 - Error: Cannot find module '/home/ci/shop/missing.mjs' imported from /home/ci/shop/broken.test.mjs
  ---
    name: Error
    message: no such module
  ...

1..1
# tests 1
`;

// As lab 26 writes it: the number of a test is a part of its name, and its name one of the reason of a skip.
const lab = `TAP version 13
1..4
ok 1 (1) cart adds
not ok 2 (2) cart pays
  ---
  duration_ms: 3
  stack: |-
    AssertionError [ERR_ASSERTION]: by card
        at cart.cjs:8:33
  ...
ok 3 # SKIP (3) cart is skipped
ok 4 # TODO (4) cart ships later
`;

// As Bats 1 writes it with --timing.
const bats = `1..4
ok 1 adds in 10ms
not ok 2 pays in 2ms
# (in test file cart.bats, line 11)
#   \`[ card = cash ]' failed
not ok 3 waits in 1070ms # timeout after 1s
# (from function \`wait' in test file cart.bats, line 19)
#   \`sleep 4' failed due to timeout
not ok 4 teardown_file failed
# (from function \`teardown_file' in file cart.bash, line 1,
#  in test file cart.bats, line 2)
#   \`false' failed
not ok 5 setup_file failed
`;

// As tap-xunit 2 writes it.
const tapXunit = `<?xml version="1.0"?>
<testsuites>
  <testsuite tests="2" failures="1" errors="0" name="cart">
    <testcase name="#1 adds"/>
    <testcase name="#2 pays">
      <failure>
          ---
            operator: equal
            expected: cash
            actual: card
          ...
      </failure>
    </testcase>
  </testsuite>
  <testsuite tests="1" failures="1" errors="0" name="waits">
    <testcase name="#3 timed out">
      <failure>
          ---
            operator: fail
            stack: Error: timed out
    at lib/test.js:548:48
          ...
      </failure>
    </testcase>
  </testsuite>
</testsuites>
`;

describe('reports of tools whose TAP has traits of its own', () => {
  it.each([
    [
      'brittle',
      brittle,
      [
        'adds | should be equal | PASS',
        'pays | by card | FAIL | Expected cash, got card',
        'ships later | ships later | IGNORED',
      ],
    ],
    [
      'AVA',
      ava,
      [
        'results.tap | cart › adds | PASS',
        'results.tap | cart › before hook | FAIL | cannot set up',
        "results.tap | Error: Cannot find module 'missing.mjs' imported from broken.test.mjs | FAIL | no such module",
      ],
    ],
    [
      'lab',
      lab,
      [
        'results.tap | cart adds | PASS',
        'results.tap | cart pays | FAIL | AssertionError [ERR_ASSERTION]: by card',
        'results.tap | cart is skipped | IGNORED',
        'results.tap | cart ships later | IGNORED',
      ],
    ],
    [
      'Bats',
      bats,
      [
        'results.tap | adds | PASS',
        "results.tap | pays | FAIL | `[ card = cash ]' failed",
        "results.tap | waits | FAIL | `sleep 4' failed due to timeout",
        "results.tap | teardown_file failed | FAIL | `false' failed",
        'results.tap | setup_file failed | FAIL',
      ],
    ],
    [
      'tap-xunit',
      tapXunit,
      [
        'cart | adds | PASS',
        'cart | pays | FAIL | Expected cash, got card',
        'waits | timed out | FAIL | Error: timed out',
      ],
    ],
  ])('are read as %s writes them', async (_writer, content, expected) => {
    expect(await read(content)).toEqual(expected);
  });

  it('have the durations of Bats', async () => {
    const { cases } = await readReport(bats);
    expect(cases.map(({ durationMs }) => durationMs)).toEqual([10, 2, 1070, null, null]);
  });

  it('keep what looks like a duration, unless every test has one', async () => {
    expect(await read('1..2\nok 1 adds\nok 2 answers in 20ms\n')).toContain('results.tap | answers in 20ms | PASS');
    expect(await read('1..1\nok 1 - answers in 20ms\n')).toContain('results.tap | answers in 20ms | PASS');
  });

  it('keep a number of a name that is not its position', async () => {
    expect(await read('1..2\nok 1 (7) dwarfs\nok 2 (1) ring\n')).toEqual([
      'results.tap | (7) dwarfs | PASS',
      'results.tap | (1) ring | PASS',
    ]);
    const issues = '<testsuites><testsuite name="s"><testcase name="#7 adds"/><testcase name="#2 pays" time="1"/>';
    expect(await read(`${issues}</testsuite></testsuites>`)).toEqual(['s | #7 adds | PASS', 's | #2 pays | PASS']);
  });

  it.each([
    ['more tests than planned where none failed', '1..1\nok 1 - a\nok 2 - b\n', 'The plan has 1 test, and 2 ran.'],
    ['subtests that end without a plan and a parent', 'TAP version 13\n1..1\n    ok 1 - a\n', 'no plan'],
    [
      'subtests of a failed parent that passed',
      'TAP version 13\n# a\n    ok 1 - b\nnot ok 1 - a\n1..1\n',
      ' | a | FAIL',
    ],
  ])('fail for %s', async (_what, content, message) => {
    const failed = (await read(content)).filter((line) => line.includes('FAIL'));
    expect(failed.join('\n')).toContain(message);
  });
});

// As Deno 2 writes it: files are comments.
const deno = `TAP version 14
# ./cart.test.ts
ok 1 - adds
not ok 2 - pays
  ---
  {"message":"Error: card is not cash\\n  \\u001b[31m^\\u001b[0m","severity":"fail","at":{"file":"./cart.test.ts","line":6}}
  ...
# Subtest: group
    ok 1 - is nested
    1..1
ok 3 - group
# ./stop.test.ts
ok 4 - is counted
1..4
`;

// As node-tap 21 writes it: skips are properties, and only failures have a file.
const nodeTapXml = (pays: string) => `<testsuites id="20261130_140529732" name="TAP Tests" tests="9">
<testsuite name="cart.test.cjs" tests="7" assertions="4" skipped="2">
<testsuite name="pays" tests="2"><properties><property name="ok" value="true" /></properties>
<testcase id="1" name="by card" classname="cart.test.cjs &gt; pays"${pays}</testcase></testsuite>
<testcase id="1" name="is skipped" classname="cart.test.cjs"><properties><property name="skip" value="no terminal" /></properties></testcase>
<testcase id="2" name="ships later" classname="cart.test.cjs"><properties><property name="todo" value="true" /></properties></testcase>
</testsuite></testsuites>`;

describe('reports of tools whose files and skips are elsewhere', () => {
  it('are read as Deno writes them', async () => {
    expect(await read(deno)).toEqual([
      'cart.test.ts | adds | PASS',
      'cart.test.ts | pays | FAIL | Error: card is not cash\n  ^',
      'cart.test.ts | group › is nested | PASS',
      'stop.test.ts | is counted | PASS',
    ]);
  });

  it('are read as node-tap writes them in JUnit XML, where a test is called the same whether it failed or not', async () => {
    const failure = `file="cart.test.cjs" line="8" column="5"><failure><![CDATA[
compare: ===
at:
  fileName: cart.test.cjs
stack: |
  Test.<anonymous> (cart.test.cjs:8:5)
diff: |
  --- expected
  +++ actual
]]></failure>`;
    const others = ['cart.test.cjs | is skipped | IGNORED | no terminal', 'cart.test.cjs | ships later | IGNORED'];
    expect(await read(nodeTapXml(` ${failure}`))).toEqual([
      'cart.test.cjs | pays › by card | FAIL | --- expected\n+++ actual',
      ...others,
    ]);
    expect(await read(nodeTapXml('>'))).toEqual(['cart.test.cjs | pays › by card | PASS', ...others]);
  });

  it('have such properties of others for what they are', async () => {
    expect(await read(nodeTapXml('>').replace('TAP Tests', 'tests'))).toContain('cart.test.cjs | is skipped | PASS');
  });
});

// As LuaUnit 3 writes it: more than a space before a number, and a tab behind it.
const luaUnit = `1..3
# Started on Mon Nov 30 14:13:15 2026
not ok 1\tTestCart.testPays
#   cart.lua:5: no cash
ok     2\tTestCart.testAdds
ok 3\t# SKIP no terminal
`;

// As TAP::Formatter::JUnit 0.11 writes it: positions in each file, and a todo test that passed is an error.
const prove = `<testsuites><testsuite errors="1" tests="2" name="cart_t" failures="0">
<testcase name="1 - adds"></testcase>
<testcase name="2 - ships later"><error message="next month" type="TodoTestSucceeded"><![CDATA[ok 2 - ships later # TODO next month]]></error></testcase>
</testsuite><testsuite errors="0" tests="1" name="pay_t" failures="0"><testcase name="1 - pays"></testcase></testsuite></testsuites>`;

const luaUnitXml = `<testsuites><testsuite name="LuaUnit" errors="1"><testcase classname="TestCart" name="TestCart.testBreaks" time="0.000">
<error type="cart.lua:8: cannot go on"><![CDATA[stack traceback:
	cart.lua:8: in upvalue 'TestCart.testBreaks']]></error></testcase></testsuite></testsuites>`;

// As cram 0.7 writes it.
const cram = `<testsuite name="cram" tests="1" failures="1" skipped="0"><testcase classname="pays.t" name="pays.t" time="0.004478">
<failure><![CDATA[--- pays.t
+++ pays.t.err
@@ -1,3 +1,3 @@
 Pays:
   $ echo card
-  cash
+  card
]]></failure></testcase></testsuite>`;

describe('reports of LuaUnit, prove and cram', () => {
  it.each([
    [
      'LuaUnit in TAP',
      luaUnit,
      [
        'results.tap | TestCart.testPays | FAIL | cart.lua:5: no cash',
        'results.tap | TestCart.testAdds | PASS',
        'results.tap | test 3 | IGNORED | no terminal',
      ],
    ],
    ['LuaUnit in JUnit XML', luaUnitXml, ['TestCart | TestCart.testBreaks | FAIL | cart.lua:8: cannot go on']],
    ['cram', cram, ['cram | pays.t | FAIL | -  cash\n+  card']],
    ['prove', prove, ['cart_t | adds | PASS', 'cart_t | ships later | IGNORED | next month', 'pay_t | pays | PASS']],
  ])('are read as %s writes them', async (_writer, content, expected) => {
    expect(await read(content)).toEqual(expected);
  });
});
