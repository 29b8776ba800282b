import {
  compareNames,
  type GateAnswer,
  type GateEvidence,
  legOf,
  limits,
  nothingCouldPassText,
  type TestRunView,
  type TestSuiteId,
  type TestSuiteView,
  titleWithLeg,
  verdictOfRun,
} from '@assay/contract';

/** The properties of a run that a gate checks. */
export type GateRun = Pick<
  TestRunView,
  | 'id'
  | 'number'
  | 'gitRef'
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
  | 'attributes'
  | 'rerunOf'
  | 'failCount'
  | 'notRunCount'
  | 'flakyCount'
  | 'endTime'
> & {
  /** Whether the run selected tests by name, such as those that failed before. */
  ofSelectedTests: boolean;
};

/** A suite as it is now. */
export type GateSuite = Pick<TestSuiteView, 'id' | 'name' | 'includeTags' | 'excludedTags' | 'testFilters'>;

export type GateAsked = {
  /** All active suites of the project. */
  suites: readonly GateSuite[];
  /** Ids of the suites that must pass; empty: all that ran. */
  wanted: readonly TestSuiteId[];
  /** Whether the commit has older runs than those given. */
  hasMoreRuns: boolean;
  /** Maximum age of evidence in milliseconds; null: unlimited. */
  maxAgeMs: number | null;
  /** Whether tests that passed only after a retry, or in a rerun of failed tests, have passed. */
  flakyPassesCount: boolean;
  /** In milliseconds since 1970. */
  now: number;
};

type Judged = { answer: GateAnswer; reason: string; run: GateRun };

/** Maximum length of the lists in an answer. */
const mostEvidence = 100;
/** The deciding entries first. */
export const byWeight: readonly GateAnswer[] = ['notMet', 'pending', 'noEvidence', 'met'];

/**
 * Judges a commit by its runs. Of runs that asked for the same tests in the same environment, with the same attributes,
 * the newest decides. A rerun of failed tests counts with the run that it repeats: passed is only what has no failure left and left out nothing. A
 * run of some tests can fail a commit but does not show that it passes: one that was narrowed by tags, filters or a
 * Playwright project, or that was of a suite with other tests than it has now.
 * @param runs of the commit, newest first
 */
export function gateAnswer(
  runs: readonly GateRun[],
  asked: GateAsked,
): { answer: GateAnswer; reason: string; evidence: GateEvidence[] } {
  if (isOfSeveralCommits(runs)) return { ...noEvidence('Several commits begin with these digits'), evidence: [] };
  const isWhole = isOfAllTestsIn(asked.suites);
  const ofAsked = asked.wanted.length === 0 ? runs : runs.filter(isOfOne(asked.wanted));
  const repeats = ofAsked.filter(isPartOfRerun);
  const deciding = [...newestOfEach(ofAsked.filter((run) => !isPartOfRerun(run)))];
  const judged = deciding.map((run) =>
    evidenceOf(
      inTime(judge(run, repeats, asked), asked),
      titleWithLeg(titleOf(run, isWhole(run)), run.attributes),
      run,
    ),
  );
  const missing = wantedSuites(asked)
    .filter(({ id }) => !deciding.some((run) => run.testSuiteId === id && isWhole(run)))
    .map(({ id, name }) => noWholeRunOf(name, deciding.some(isOfOne([id]))));
  const evidence = [...judged, ...missing].sort(
    (a, b) => byWeight.indexOf(a.answer) - byWeight.indexOf(b.answer) || compareNames(a.title, b.title),
  );
  return { ...overall(evidence, asked, deciding.some(isWhole)), evidence: evidence.slice(0, mostEvidence) };
}

function overall(
  evidence: readonly GateEvidence[],
  { hasMoreRuns }: GateAsked,
  anyWhole: boolean,
): { answer: GateAnswer; reason: string } {
  const [first, second] = evidence;
  if (!first) return noEvidence('No run of this commit');
  if (first.answer !== 'met') return { answer: first.answer, reason: `${first.title}: ${first.reason}` };
  if (!anyWhole) return noEvidence('Only runs of some tests passed');
  if (hasMoreRuns) return noEvidence(`More than ${limits.gateRuns.toLocaleString('en')} runs of this commit`);
  return { answer: 'met', reason: second ? `All ${evidence.length} passed` : `${first.title}: ${first.reason}` };
}

function noEvidence(reason: string): { answer: GateAnswer; reason: string } {
  return { answer: 'noEvidence', reason };
}

/** Whether runs that match an abbreviated id are of commits that differ in the digits after it. */
function isOfSeveralCommits(runs: readonly GateRun[]): boolean {
  const commits = runs.flatMap(({ gitRef }) => gitRef?.toLowerCase() ?? []);
  const longest = commits.reduce((most, commit) => (commit.length > most.length ? commit : most), '');
  return commits.some((commit) => !longest.startsWith(commit));
}

function wantedSuites({ suites, wanted }: GateAsked): readonly GateSuite[] {
  return suites.filter(({ id }) => wanted.includes(id));
}

function isOfOne(suiteIds: readonly TestSuiteId[]) {
  return ({ testSuiteId }: GateRun) => testSuiteId !== null && suiteIds.includes(testSuiteId);
}

/** A rerun of tests that failed or were selected, or of such a rerun: part of the run that it repeats. */
function isPartOfRerun({ rerunOf, ofSelectedTests }: GateRun): boolean {
  return rerunOf !== null && ofSelectedTests;
}

/** @param suites of the project, as they are now: of one that is not there any more nothing can be shown */
function isOfAllTestsIn(suites: readonly GateSuite[]) {
  const suiteOf = new Map<string, GateSuite>(suites.map((suite) => [suite.id, suite]));
  const none = { includeTags: [], excludedTags: [], testFilters: [] };
  return (run: GateRun): boolean => {
    const whole = run.testSuiteId === null ? none : suiteOf.get(run.testSuiteId);
    if (!whole || run.ofSelectedTests || run.playwrightProject !== null) return false;
    return selectionText(run) === selectionText(whole);
  };
}

function selectionText({ includeTags, excludedTags, testFilters }: Omit<GateSuite, 'id' | 'name'>): string {
  return JSON.stringify([includeTags, excludedTags, testFilters].map((texts) => [...new Set(texts)].sort()));
}

/** @returns the newest run of each selection of tests */
function newestOfEach(runs: readonly GateRun[]): Iterable<GateRun> {
  const newest = new Map<string, GateRun>();
  for (const run of runs) {
    const key = whatItAskedFor(run);
    if (!newest.has(key)) newest.set(key, run);
  }
  return newest.values();
}

function whatItAskedFor(run: GateRun): string {
  const { testSuiteId, environmentId, playwrightProject, build, upload, ofSelectedTests, attributes } = run;
  const files = upload?.files.map(({ name }) => name).sort() ?? null;
  const tests = [selectionText(run), playwrightProject, ofSelectedTests];
  return JSON.stringify([testSuiteId, environmentId, tests, build?.id ?? null, files, legOf(attributes)]);
}

/** @param repeats reruns of some tests, newest first */
function judge(run: GateRun, repeats: readonly GateRun[], asked: Pick<GateAsked, 'flakyPassesCount'>): Judged {
  const own = judgeAlone(run, asked);
  const later = repeats.filter(({ rerunOf, status }) => rerunOf?.testRunId === run.id && status !== 'CANCELED');
  const [latest] = later;
  if (!latest || own.answer === 'pending') return own;
  const judged = judge(latest, repeats, asked);
  if (judged.answer === 'pending' || judged.answer === 'notMet') return judged;
  // A rerun of all tests replaces the run.
  const again = later.find(({ rerunOf }) => rerunOf?.kind === 'whole');
  if (again) return judge(again, repeats, asked);
  const isWholeFailure = run.status === 'FAIL' && run.statusCode === null && run.notRunCount === 0;
  const repeated = later.find(({ rerunOf }) => rerunOf?.kind === 'failed');
  if (!isWholeFailure || !repeated || !asked.flakyPassesCount) return own;
  const outcome = judge(repeated, repeats, asked);
  if (outcome.answer !== 'met') return outcome.answer === 'noEvidence' ? own : outcome;
  return { ...outcome, reason: `#${run.number} failed, and its failed tests passed in #${outcome.run.number}` };
}

function judgeAlone(run: GateRun, { flakyPassesCount }: Pick<GateAsked, 'flakyPassesCount'>): Judged {
  const named = `#${run.number}`;
  switch (verdictOfRun(run)) {
    case 'passed':
      if (!flakyPassesCount && run.flakyCount > 0) {
        return { answer: 'notMet', reason: `${named} passed, ${flakyText(run.flakyCount)}`, run };
      }
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

/** Of tests that passed in the end. */
export function flakyText(tests: number): string {
  return `but ${tests === 1 ? '1 test' : `${tests} tests`} only after a retry`;
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

function evidenceOf(
  { answer, reason, run }: Judged,
  title: string,
  { environmentName }: Pick<GateRun, 'environmentName'>,
): GateEvidence {
  return { title, environmentName, answer, reason, testRunId: run.id, number: run.number, endTime: run.endTime };
}

function noWholeRunOf(title: string, hasOthers: boolean): GateEvidence {
  const none = { environmentName: null, testRunId: null, number: null, endTime: null };
  const reason = hasOthers ? 'Only runs of some of its tests' : 'No run of this commit';
  return { title, answer: 'noEvidence', reason, ...none };
}

function titleOf({ testSuiteName, upload }: GateRun, isWhole: boolean): string {
  const [file, ...more] = upload?.files ?? [];
  if (file) return more.length > 0 ? `${file.name} and ${more.length} more` : file.name;
  if (testSuiteName !== null) return isWhole ? testSuiteName : `Some tests of ${testSuiteName}`;
  return isWhole ? 'All tests' : 'Some tests';
}
