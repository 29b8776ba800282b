import { countOf, type Totals } from '@assay/contract';
import type { Problem } from './testRunState.ts';

export type Verdict = { status: 'PASS' | 'FAIL'; code: string | null; statusInfo: string | null };

/** The longest status info that TestRunFinished takes; a single problem may be as long. */
const maxInfoLength = 2_000;

const fail = (code: string, statusInfo: string): Verdict => ({ status: 'FAIL', code, statusInfo });
const some = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/**
 * The verdict of a run whose units are all done, from its own facts. Quarantined failures do not fail a run; a run that
 * ignores quarantine has none, because no test was marked when it started. A run without results never passes.
 */
export function verdictOf(totals: Totals, problems: readonly Problem[]): Verdict {
  const [problem] = problems;
  if (problem) {
    const others = problems.filter(({ code, message }) => code !== problem.code || message !== problem.message).length;
    const more = others > 0 ? ` (and ${some(others, 'more problem', 'more problems')})` : '';
    return fail(problem.code, `${problem.message.slice(0, maxInfoLength - more.length)}${more}`);
  }
  if (totals.failed > 0) return { status: 'FAIL', code: null, statusInfo: null };
  if (totals.notRun > 0) {
    return fail(
      'testRun.testsNotRun',
      `${some(totals.notRun, 'test was', 'tests were')} not run. The runner's log says why.`,
    );
  }
  if (countOf(totals) === 0) {
    return fail(
      'testRun.noResults',
      'No test reported a result. Check the test command and where it writes its results.',
    );
  }
  return { status: 'PASS', code: null, statusInfo: null };
}
