import {
  type GateAnswer,
  type GateEvidence,
  nothingCouldPassText,
  type TestRunView,
  type TestSuiteId,
  verdictOfRun,
} from '@assay/contract';

/** What a gate looks at of a run. */
export type GateRun = Pick<
  TestRunView,
  | 'id'
  | 'number'
  | 'status'
  | 'statusInfo'
  | 'statusCode'
  | 'nothingCouldPass'
  | 'testSuiteId'
  | 'testSuiteName'
  | 'environmentId'
  | 'environmentName'
  | 'includeTags'
  | 'excludedTags'
  | 'testFilters'
  | 'playwrightProject'
  | 'build'
  | 'upload'
  | 'rerunOf'
  | 'failCount'
  | 'notRunCount'
  | 'endTime'
>;

export type GateAsked = {
  /** Suites that have to pass; empty: whatever ran. */
  suites: readonly { id: TestSuiteId; name: string }[];
  /** Evidence that ended longer ago does not count; null: it counts for good. In milliseconds. */
  maxAgeMs: number | null;
  /** In milliseconds since 1970. */
  now: number;
};

type Judged = { answer: GateAnswer; reason: string; run: GateRun };

/** The most that one answer lists. */
const mostEvidence = 100;
const byWeight: readonly GateAnswer[] = ['notMet', 'pending', 'noEvidence', 'met'];

/**
 * Judges a commit by its runs. Of runs that asked for the same tests in the same environment the newest decides. A rerun
 * of failed tests counts with the run that it repeats: passed is only what has no failure left and left out nothing. A
 * run of some tests, by tags or filters, can fail a commit but does not show that it passes.
 * @param runs of the commit, newest first
 */
export function gateAnswer(
  runs: readonly GateRun[],
  asked: GateAsked,
): { answer: GateAnswer; reason: string; evidence: GateEvidence[] } {
  const ofAsked = asked.suites.length === 0 ? runs : runs.filter(isOfOne(asked.suites));
  const repeats = ofAsked.filter(isPartOfRerun);
  const newest = new Map<string, GateRun>();
  for (const run of ofAsked) {
    const key = whatItAskedFor(run);
    if (!isPartOfRerun(run) && !newest.has(key)) newest.set(key, run);
  }
  const judged = [...newest.values()].map((run) => evidenceOf(inTime(judge(run, repeats), asked), run));
  const missing = asked.suites
    .filter(({ id }) => !ofAsked.some((run) => run.testSuiteId === id && !isPartOfRerun(run)))
    .map(({ name }) => noRunOf(name));
  const evidence = [...judged, ...missing].sort(
    (a, b) => byWeight.indexOf(a.answer) - byWeight.indexOf(b.answer) || a.title.localeCompare(b.title),
  );
  return { ...overall(evidence, [...newest.values()]), evidence: evidence.slice(0, mostEvidence) };
}

function overall(evidence: readonly GateEvidence[], runs: readonly GateRun[]): { answer: GateAnswer; reason: string } {
  const [first] = evidence;
  if (!first) return { answer: 'noEvidence', reason: 'No run of this commit' };
  if (first.answer !== 'met') return { answer: first.answer, reason: `${first.title}: ${first.reason}` };
  if (runs.every(isOfSomeTests)) return { answer: 'noEvidence', reason: 'Only runs of some tests passed' };
  const [, second] = evidence;
  return { answer: 'met', reason: second ? `All ${evidence.length} passed` : `${first.title}: ${first.reason}` };
}

function isOfOne(suites: GateAsked['suites']) {
  const ids = new Set<string>(suites.map(({ id }) => id));
  return ({ testSuiteId }: GateRun) => testSuiteId !== null && ids.has(testSuiteId);
}

/** A rerun of tests that failed or were selected: part of the run that it repeats. */
function isPartOfRerun({ rerunOf }: GateRun): boolean {
  return rerunOf !== null && rerunOf.kind !== 'whole';
}

function isOfSomeTests({ testSuiteId, includeTags, excludedTags, testFilters }: GateRun): boolean {
  return testSuiteId === null && includeTags.length + excludedTags.length + testFilters.length > 0;
}

/** The newest run of those with the same key decides. */
function whatItAskedFor(run: GateRun): string {
  const { testSuiteId, environmentId, includeTags, excludedTags, testFilters, playwrightProject, build, upload } = run;
  const files = upload?.files.map(({ name }) => name).sort() ?? null;
  const tests = [includeTags, excludedTags, testFilters, playwrightProject];
  return JSON.stringify([testSuiteId, environmentId, tests, build?.id ?? null, files]);
}

/** @param repeats reruns of some tests, newest first */
function judge(run: GateRun, repeats: readonly GateRun[]): Judged {
  const own = judgeAlone(run);
  const later = repeats.filter(({ rerunOf, status }) => rerunOf?.testRunId === run.id && status !== 'CANCELED');
  const [latest] = later;
  if (!latest || own.answer === 'pending') return own;
  const judged = judge(latest, repeats);
  if (judged.answer === 'pending') return judged;
  const isWholeFailure = run.status === 'FAIL' && run.statusCode === null && run.notRunCount === 0;
  const repeated = later.find(({ rerunOf }) => rerunOf?.kind === 'failed');
  if (judged.answer === 'notMet') return judged;
  if (!isWholeFailure || !repeated) return own;
  const outcome = judge(repeated, repeats);
  if (outcome.answer !== 'met') return outcome.answer === 'noEvidence' ? own : outcome;
  return { ...outcome, reason: `#${run.number} failed, and its failed tests passed in #${outcome.run.number}` };
}

function judgeAlone(run: GateRun): Judged {
  const named = `#${run.number}`;
  switch (verdictOfRun(run)) {
    case 'passed':
      return { answer: 'met', reason: `${named} passed`, run };
    case 'failed':
      return { answer: 'notMet', reason: failureText(run), run };
    case 'pending':
      return { answer: 'pending', reason: `${named} is in progress`, run };
    case 'canceled':
      return { answer: 'noEvidence', reason: `${named} was canceled`, run };
    case 'inconclusive':
      return { answer: 'noEvidence', reason: `${named}: ${nothingCouldPassText.toLowerCase()}`, run };
  }
}

function failureText({ number, failCount, statusInfo }: GateRun): string {
  if (failCount === 0) return `#${number} failed${statusInfo ? `: ${statusInfo}` : ''}`;
  return `#${number} failed: ${failCount} ${failCount === 1 ? 'test' : 'tests'}`;
}

function inTime(judged: Judged, { maxAgeMs, now }: GateAsked): Judged {
  const { endTime, number } = judged.run;
  if (judged.answer !== 'met' || maxAgeMs === null || (endTime && now - Date.parse(endTime) <= maxAgeMs)) return judged;
  return { ...judged, answer: 'noEvidence', reason: `#${number} passed too long ago` };
}

function evidenceOf({ answer, reason, run }: Judged, asked: GateRun): GateEvidence {
  const { environmentName } = asked;
  return {
    title: titleOf(asked),
    environmentName,
    answer,
    reason,
    testRunId: run.id,
    number: run.number,
    endTime: run.endTime,
  };
}

function noRunOf(title: string): GateEvidence {
  const none = { environmentName: null, testRunId: null, number: null, endTime: null };
  return { title, answer: 'noEvidence', reason: 'No run of this commit', ...none };
}

function titleOf(run: GateRun): string {
  const [file, ...more] = run.upload?.files ?? [];
  if (run.testSuiteName !== null) return run.testSuiteName;
  if (file) return more.length > 0 ? `${file.name} and ${more.length} more` : file.name;
  return isOfSomeTests(run) ? 'Some tests' : 'All tests';
}
