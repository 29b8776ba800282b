import { counted, type RunAnalysisView } from '@assay/contract';

type Causes = Pick<RunAnalysisView, 'failedCount' | 'causeCount' | 'wholeRun'> & {
  testRunAnalysisRootCauses: readonly Pick<RunAnalysisView['testRunAnalysisRootCauses'][number], 'isNew'>[];
};

function newText(newCount: number, causeCount: number): string {
  if (newCount === 0) return causeCount === 1 ? 'It was seen before.' : 'All were seen before.';
  if (causeCount === 1) return 'It is new in this run.';
  if (newCount === causeCount) return 'All are new in this run.';
  return `${newCount} ${newCount === 1 ? 'is' : 'are'} new in this run.`;
}

/** @returns what rules say about a failed run, such as `9 failures have 3 causes. 2 are new in this run.` */
export function summaryByRules({ failedCount, causeCount, wholeRun, testRunAnalysisRootCauses }: Causes): string {
  const [signal] = wholeRun;
  const whole = signal ? [`${signal.title}.`] : [];
  const failures = counted(failedCount, 'failure');
  if (causeCount === 0) {
    return [...whole, `${failures} ${failedCount === 1 ? 'says' : 'say'} no error.`].join(' ');
  }
  const newCount = testRunAnalysisRootCauses.filter(({ isNew }) => isNew).length;
  const verb = failedCount === 1 ? 'has' : 'have';
  return [...whole, `${failures} ${verb} ${counted(causeCount, 'cause')}.`, newText(newCount, causeCount)].join(' ');
}
