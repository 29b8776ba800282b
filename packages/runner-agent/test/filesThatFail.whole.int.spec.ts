import { openBench } from './agentBench.ts';

const command =
  'node --test --test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination=results.xml test/*.mjs';
const missing = "import '../dist/sums.mjs';\nimport { it } from 'node:test';\nit('adds up', () => {});\n";
const good = "import { it } from 'node:test';\nit('takes away', () => {});\n";
const wrong = "import { it } from 'node:test';\nit('divides', () => { throw new Error('by nothing'); });\n";

describe('test files of node:test', () => {
  const bench = openBench();
  const run = (files: Record<string, string>) =>
    bench.outcomeOf(
      bench.order({
        gitUrl: bench.repository(files),
        testingFramework: 'Other',
        testCommand: command,
        resultFiles: ['results.xml'],
      }),
    );

  it.each([
    ['a module that a build makes', missing, "Cannot find module '"],
    ['a variable that is not set', "throw new Error('SHOP_KEY is not set');\n", 'SHOP_KEY is not set'],
    ['a syntax error', 'const = 1;\n', 'SyntaxError'],
  ])('fail the run with what they print where none begins its tests: %s', async (_, text, said) => {
    const { statuses, problem } = await run({ 'test/a.mjs': text, 'test/b.mjs': text });
    expect(statuses).toEqual({ 'test/a.mjs': 'FAIL', 'test/b.mjs': 'FAIL' });
    expect(problem?.code).toBe('command.filesFailed');
    expect(problem?.message).toMatch(
      /failed \(exit code 1\), as no test file could begin its tests\. It ended with:\n/,
    );
    expect(problem?.message).toContain(said);
  });

  it('are failed tests alone where others have tests', async () => {
    const { statuses, problem } = await run({ 'test/a.mjs': missing, 'test/b.mjs': good });
    expect({ statuses, problem }).toEqual({ statuses: { 'test/a.mjs': 'FAIL', 'takes away': 'PASS' }, problem: null });
    expect(await run({ 'test/a.mjs': wrong })).toMatchObject({ statuses: { divides: 'FAIL' }, problem: null });
  });
});
