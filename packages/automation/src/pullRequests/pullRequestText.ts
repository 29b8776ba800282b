import {
  countsText,
  displayOfRun,
  legOf,
  nothingCouldPassText,
  type TestRunView,
  titleWithLeg,
  verdictOfRun,
} from '@assay/contract';
import { type CausesOfRun, causeLinesOf } from './causesOfPullRequest.ts';
import { plain } from './plainMarkdown.ts';

const marks = { passed: '✅', failed: '❌', inconclusive: '➖', canceled: '⚪', pending: '⏳' } as const;

function countsOf(run: TestRunView): string {
  const verdict = verdictOfRun(run);
  if (verdict === 'inconclusive') return `${nothingCouldPassText}: ${countsText(run)}`;
  return verdict === 'passed' || verdict === 'failed' ? countsText(run) : '–';
}

function whatOf({ project, testSuiteName, attributes }: TestRunView): string {
  return titleWithLeg(testSuiteName === null ? project.name : `${project.name}, ${testSuiteName}`, attributes);
}

/** @returns the newest run of each project, suite, environment and leg, in the order in which they are shown */
export function newestOfEach(runs: readonly TestRunView[]): TestRunView[] {
  const newest = new Map<string, TestRunView>();
  for (const run of runs) {
    const of = JSON.stringify([run.projectId, run.testSuiteId, run.environmentId, legOf(run.attributes)]);
    const known = newest.get(of);
    if (!known || known.number < run.number) newest.set(of, run);
  }
  return [...newest.values()].sort((a, b) =>
    `${whatOf(a)} ${a.environmentName}`.localeCompare(`${whatOf(b)} ${b.environmentName}`),
  );
}

/** Runs whose causes a comment names. */
const runsNamed = 5;

/** @returns the runs of a comment whose causes it names */
export function runsWithCauses(runs: readonly TestRunView[]): TestRunView[] {
  return newestOfEach(runs)
    .filter((run) => verdictOfRun(run) === 'failed' && run.failCount > 0)
    .slice(0, runsNamed);
}

/**
 * @param causes of those of `runsWithCauses`, by the id of the run
 * @param marker by which the comment is found again; nobody sees it
 * @returns how the runs of a commit stand, in Markdown that all services show
 */
export function pullRequestText(
  runs: readonly TestRunView[],
  commit: string,
  addressOf: (run: TestRunView) => string,
  marker: string,
  causes: ReadonlyMap<string, CausesOfRun> = new Map(),
): string {
  const lines = newestOfEach(runs).map((run) => {
    const { environmentName, number } = run;
    const verdict = `${marks[verdictOfRun(run)]} ${displayOfRun(run)}`;
    const link = `[${plain(whatOf(run))} \\#${number}](${addressOf(run)})`;
    return `| ${verdict} | ${link} | ${plain(environmentName)} | ${countsOf(run)} |`;
  });
  return [
    `**Assay** at ${commit.slice(0, 10)}`,
    '',
    '| | Test run | Environment | Tests |',
    '|---|---|---|---|',
    ...lines,
    ...runsWithCauses(runs).flatMap((run) => {
      const found = causes.get(run.id);
      return found ? causeLinesOf(run, found, addressOf(run)) : [];
    }),
    '',
    marker,
  ].join('\n');
}
