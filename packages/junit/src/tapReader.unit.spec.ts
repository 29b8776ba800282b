import { readReport } from '../test/readReport.ts';
import { attemptsOfCase } from './attemptsOfCase.ts';
import { JunitNames } from './junitNames.ts';

/** @returns of each test where it is, its status and its message */
async function read(content: string): Promise<string[]> {
  const { cases, problem } = await readReport(content);
  expect(problem).toBeNull();
  return cases.map((each) => {
    const { file, name } = new JunitNames(null).nameOf(each, 'results.tap');
    const { status, error } = attemptsOfCase(each).at(-1) ?? { status: '', error: null };
    return [`${file} | ${name}`, status, error].filter((part) => part !== null).join(' | ');
  });
}

// As node:test 20 writes it.
const node = `TAP version 13
# Subtest: passes
ok 1 - passes
  ---
  duration_ms: 1.6
  ...
# Subtest: fails \\# hash
not ok 2 - fails \\# hash
  ---
  duration_ms: 3.4
  error: |-
    Expected values to be equal:

    1 !== 2
  code: 'ERR_ASSERTION'
  ...
# Subtest: cart
    # Subtest: adds
    ok 1 - adds
      ---
      duration_ms: 0.3
      ...
    # Subtest: pays
    not ok 2 - pays
      ---
      error: 'refused: it''s late'
      ...
    # Subtest: ships
    ok 3 - ships # SKIP no van
    # Subtest: returns
    not ok 4 - returns # TODO later
    1..4
not ok 3 - cart
  ---
  error: '1 subtest failed'
  ...
# Subtest: checkout
    # Subtest: child
    ok 1 - child
    1..1
not ok 4 - checkout
  ---
  error: 'own failure'
  ...
1..4
# tests 8
# pass 3
`;

// As tape 5 writes it.
const tape = `TAP version 13
# adds
ok 1 same
not ok 2 differ
  ---
    operator: equal
    expected: 2
    actual:   1
  ...
# ships
ok 3 should be truthy
ok 4 later # SKIP

1..4
# tests 4
# fail  1
`;

// As tap 18 writes it.
const nodeTap = `TAP version 14
1..1
# Subtest: cart.test.js
    # Subtest: adds
        ok 1 - same
        not ok 2 - differ
          ---
          compare: ===
          diff: |
            --- expected
            +++ actual
          ...

        1..2
    not ok 1 - adds # time=141.923ms
    1..1
not ok 1 - cart.test.js # time=200ms
`;

// As Test::More of Perl writes it, with its diagnostics.
const perl = `1..4
ok 1 - first
not ok 2 - second
#   Failed test 'second'
#          got: '1'
#     expected: '2'
# Subtest: inner
    ok 1 - a
    not ok 2 - b
    1..2
not ok 3 - inner
ok 4 # skip no net
`;

// As Bats 1 writes it.
const bats = `1..2
ok 1 adds
not ok 2 pays
# (in test file cart.bats, line 5)
#   \`[ 1 -eq 2 ]' failed
`;

describe('reports in TAP', () => {
  it.each([
    [
      'node:test',
      node,
      [
        'results.tap | passes | PASS',
        'results.tap | fails # hash | FAIL | Expected values to be equal:\n\n1 !== 2',
        'cart | adds | PASS',
        "cart | pays | FAIL | refused: it's late",
        'cart | ships | IGNORED | no van',
        'cart | returns | IGNORED | later',
        'checkout | child | PASS',
        'results.tap | checkout | FAIL | own failure',
      ],
    ],
    [
      'tape',
      tape,
      [
        'adds | same | PASS',
        'adds | differ | FAIL | Expected 2, got 1',
        'ships | should be truthy | PASS',
        'ships | later | IGNORED',
      ],
    ],
    [
      'tap',
      nodeTap,
      ['cart.test.js | adds › same | PASS', 'cart.test.js | adds › differ | FAIL | --- expected\n+++ actual'],
    ],
    [
      'Perl',
      perl,
      [
        'results.tap | first | PASS',
        "results.tap | second | FAIL | Failed test 'second'",
        'inner | a | PASS',
        'inner | b | FAIL',
        'results.tap | test 4 | IGNORED | no net',
      ],
    ],
    ['Bats', bats, ['results.tap | adds | PASS', "results.tap | pays | FAIL | `[ 1 -eq 2 ]' failed"]],
  ])('are read as %s writes them', async (_writer, content, expected) => {
    expect(await read(content)).toEqual(expected);
    expect(await read(content.replaceAll('\n', '\r\n'))).toEqual(expected);
  });

  it.each([
    ['fewer tests than planned', '1..3\nok 1 - a\n', 'The plan has 3 tests, and 1 ran.'],
    ['no plan', 'TAP version 13\nok 1 - a\n', 'The report has no plan: the tests may have ended early.'],
    ['a bail-out', '1..9\nok 1 - a\nBail out! No database\n', 'Bail out! No database'],
    [
      'fewer subtests than planned',
      '# Subtest: s\n    1..2\n    ok 1 - a\nok 1 - s\n1..1\n',
      'The plan has 2 tests, and 1 ran.',
    ],
  ])('fail for %s', async (_what, content, message) => {
    const failed = (await read(content)).filter((line) => line.includes('FAIL'));
    expect(failed).toEqual([expect.stringMatching(/\(outside of any test\) \| FAIL \| /)]);
    expect(failed[0]).toContain(message);
  });

  it.each([
    ['in quotes', 'error:\n    name: "Error"\n    message: "no card"', 'no card'],
    [
      'in quotes over several lines',
      'error:\n    message: "no card\nfor \\"this\\" customer"',
      'no card\nfor "this" customer',
    ],
    ['as a block', 'error:\n    message: |-\n      no card\n      at all\n    code: 4', 'no card\nat all'],
    ['that is not closed, as it is', 'message: "no card\n  code: 4', '"no card'],
  ])('have the message of an error %s', async (_where, details, message) => {
    const { cases } = await readReport(`1..1\nnot ok 1 - a\n  ---\n  ${details}\n  ...\n`);
    expect(cases[0]?.outcomes[0]?.message).toBe(message);
  });

  it.each([
    ['-', ''],
    ['- no van', '- no van'],
    ['', ''],
  ])("take the reason '%s' of a skipped test for '%s'", async (written, reason) => {
    const { cases } = await readReport(`1..1\nok 1 - a # SKIP ${written}\n`);
    expect(cases[0]?.outcomes[0]).toMatchObject({ kind: 'skipped', message: reason });
  });

  it.each([
    ['a file that does not load prints', '# Error: no price list\n#     at cart.mjs:1:1\n# Node.js v24.1.0'],
    ['a test prints', '# a line of output'],
  ])('of node:test are named in the same way whatever %s before them', async (_who, printed) => {
    const tests =
      '# Subtest: cart\n    # Subtest: adds\n    ok 1 - adds\n    1..1\nok 1 - cart\n# Subtest: top\nok 2 - top\n1..2\n';
    const plain = await read(`TAP version 13\n${tests}`);
    expect(await read(`TAP version 13\n${printed}\n${tests}`)).toEqual(plain);
  });

  it('have the times of tests', async () => {
    const { cases } = await readReport('1..2\nok 1 - a # time=1.5s\nok 2 - b\n  ---\n  duration_ms: 12.4\n  ...\n');
    expect(cases.map(({ durationMs }) => durationMs)).toEqual([1500, 12]);
  });

  it('keep what a test printed, bounded', async () => {
    const { cases } = await readReport(`1..1\nok 1 - a\nhello\n${'x'.repeat(300_000)}\n`);
    expect(cases[0]?.output).toMatch(/^hello\n/);
    expect(cases[0]?.output.length).toBeLessThan(300_000);
  });

  it('are read whatever their lines are', async () => {
    const deep = Array.from({ length: 200 }, (_, depth) => `${'    '.repeat(depth)}# Subtest: s${depth}`).join('\n');
    const dots = '.'.repeat(15_000);
    const { cases } = await readReport(`TAP version 14\n${deep}\nok 1 - ${dots} #${dots}\n  ---\n  ${dots}: ${dots}\n`);
    expect(cases.length).toBeGreaterThan(0);
  });
});
