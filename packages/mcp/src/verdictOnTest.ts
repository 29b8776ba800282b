import type { TestHistory } from '@assay/contract';

type Result = TestHistory['results'][number];

/**
 * @param results newest first
 * @returns a sentence: broken since a commit, flaky on which evidence, or stable. Flaky is what failed and passed on one
 * commit; what went back and forth over several commits may be either.
 */
export function verdictOnTest(results: readonly Result[], defaultBranch: string): string {
  const decided = results.filter(({ status }) => status === 'PASS' || status === 'FAIL');
  const [newest] = decided;
  if (!newest) return 'It neither passed nor failed yet.';
  const retried = decided.filter(({ flaky }) => flaky).length;
  const both = commitsWithBoth(decided);
  const evidence = [
    ...(retried > 0 ? [`it failed and then passed within ${retried} of ${decided.length} runs`] : []),
    ...(both.length > 0 ? [`it passed and failed on the same commit (${both.slice(0, 3).join(', ')})`] : []),
  ];
  if (evidence.length > 0) return `Flaky: ${evidence.join('; ')}. ${standing(newest)}`;
  const here = decided.filter(({ branch }) => branch === newest.branch);
  const of = newest.branch === defaultBranch ? 'the default branch' : 'its branch';
  const failures = here.findIndex(({ status }) => status === 'PASS');
  if (newest.status === 'FAIL') {
    const first = here[failures === -1 ? here.length - 1 : failures - 1] ?? newest;
    const lastPass =
      failures === -1 ? 'no pass before is known' : `it passed last at commit ${here[failures]?.commit ?? 'unknown'}`;
    const count = failures === -1 ? here.length : failures;
    return `Broken on ${of}: its newest ${count} results there failed, since run #${first.number}, commit ${first.commit ?? 'unknown'}; ${lastPass}.`;
  }
  const failed = decided.length - decided.filter(({ status }) => status === 'PASS').length;
  return failed === 0
    ? `Stable: it passed in all of its ${decided.length} known results.`
    : `It passes now; it failed in ${failed} of ${decided.length} known results, each time on a commit on which it did not pass too.`;
}

function standing({ status, number }: Result): string {
  return `Its newest result, of run #${number}, is ${status}.`;
}

/** @returns commits on which it passed and failed in one environment, newest first */
function commitsWithBoth(results: readonly Result[]): string[] {
  const seen = new Map<string, { commit: string; statuses: Set<string> }>();
  for (const { commit, environmentName, status } of results) {
    if (commit === null) continue;
    const place = `${commit} ${environmentName}`;
    const known = seen.get(place) ?? { commit, statuses: new Set() };
    known.statuses.add(status);
    seen.set(place, known);
  }
  const both = [...seen.values()].filter(({ statuses }) => statuses.size > 1);
  return [...new Set(both.map(({ commit }) => commit))];
}
