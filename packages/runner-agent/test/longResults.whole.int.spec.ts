import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { ProjectSettings } from '@assay/contract';
import { findCommand } from '../src/process/findCommand.ts';
import { openBench } from './agentBench.ts';

const hasPytest = spawnSync('python3', ['-c', 'import pytest']).status === 0;
const jars = ['testng', 'jcommander', 'slf4j-api'].map((name) => `/usr/share/java/${name}.jar`);
const hasTestNg = jars.every((jar) => existsSync(jar)) && findCommand(process.env, ['javac']) !== null;

const java = `package shop;
import org.testng.annotations.*;
public class LongTest {
  private static String long_(String part) { StringBuilder all = new StringBuilder(); for (int at = 0; at < 1500000; at++) all.append(part); return all.toString(); }
  @Test public void fails() { System.out.println("first " + long_("x") + " last"); throw new IllegalStateException("said " + long_("\\u001b")); }
}
`;
type Framework = {
  name: string;
  usable: boolean;
  files: Record<string, string>;
  settings: Partial<ProjectSettings>;
  test: string;
};

/** A test that prints, and fails with, more than the agent reads in one line. */
const frameworks: readonly Framework[] = [
  {
    name: 'CucumberJS',
    usable: true,
    files: {
      'features/a.feature': 'Feature: A\n  Scenario: fails\n    Given tea\n',
      'features/steps.js': `require('@cucumber/cucumber').Given('tea', () => {
        console.log('first ' + '語'.repeat(5e6) + ' last');
        throw new Error('said ' + '\\u0001'.repeat(5e6));
      });`,
    },
    settings: {},
    test: 'fails',
  },
  {
    name: 'pytest, in Chinese',
    usable: hasPytest,
    files: {
      'test_a.py': `def test_fails():\n    print("first " + "語" * 5_000_000 + " last")\n    raise RuntimeError("said " + "\\x01" * 5_000_000)\n`,
    },
    settings: { testingFramework: 'PyTest' },
    test: 'test_fails',
  },
  {
    name: 'TestNG',
    usable: hasTestNg,
    files: { 'src/shop/LongTest.java': java },
    settings: {
      testingFramework: 'TestNG',
      testPackages: ['shop'],
      installCommand: `javac -encoding UTF-8 -cp ${jars[0]} -d classes src/shop/LongTest.java`,
    },
    test: 'LongTest › fails',
  },
];

describe('results that are longer than a line of the channel', () => {
  const bench = openBench();

  for (const { name, usable, files, settings, test } of frameworks) {
    (usable ? it : it.skip)(`are shortened, not lost: ${name}`, async () => {
      const { statuses, finals, attemptsOf } = await bench.outcomeOf(
        bench.order({ gitUrl: bench.repository(files), ...settings }),
      );
      expect(statuses).toEqual({ [test]: 'FAIL' });
      expect(attemptsOf(test)).toHaveLength(1);
      const { error, output } = finals.get(test) ?? {};
      expect(error).toMatch(/said /);
      expect(output).toMatch(/^first (.)\1+\n… \d+ characters left out by Assay …\n\1+ last\n?$/);
    });
  }

  (hasPytest ? it : it.skip)('are no matter to a listing of ten thousand tests (needs pytest)', async () => {
    const script = `import pytest\n@pytest.mark.parametrize("n", [("n" * 500) + str(n) for n in range(10_000)])\ndef test_a(n): pass\n`;
    const order = bench.order(
      { gitUrl: bench.repository({ 'test_a.py': script }), testingFramework: 'PyTest' },
      { testFilters: ['Regex: n9999\\]$'] },
    );
    const { statuses } = await bench.outcomeOf(order);
    expect(Object.values(statuses)).toEqual(['PASS']);
    expect(bench.service.lists.get(order.testRunId)).toMatchObject({ foundCount: 10_000 });
  });
});
