import { noTotals, type TestRunView, type Totals, verdictOfRun } from '@assay/contract';
import type { AlertRaised } from '@assay/event-schemas';
import { opsgeniePayloadOf, slackNoticeOf, slackPayloadOf, teamsPayloadOf } from '@assay/integrations';
import { type CountedRun, countedRuns } from '../../../../test/support/countedRuns.ts';
import { outcomeText } from '../../../cli/src/runOutcome.ts';
import { countsOf } from '../../../projections/src/testRunSummaries/runCounts.ts';
import { newsOfRun } from '../alerts/alertNewsOf.ts';
import { commitStatusOf } from '../commitStatuses/commitStatusOf.ts';
import { pullRequestText } from '../pullRequests/pullRequestText.ts';
import { mails } from './mails/mails.ts';
import { renderMail } from './mails/renderMail.ts';

const url = 'https://assay.test/northwind/test-runs/r1';
const why = 'Only skipped or quarantined tests ran';

function runOf({ counts }: CountedRun): TestRunView {
  const display = { PASS: 'Passed', FAIL: 'Failed' }[counts.status as 'PASS' | 'FAIL'];
  return {
    id: 'r1',
    number: 7,
    projectId: 'p1',
    project: { id: 'p1', key: 'SHOP', name: 'Shop' },
    testSuiteId: null,
    testSuiteName: null,
    attributes: [] as string[],
    environmentId: 'e1',
    environmentName: 'Staging',
    branch: 'main',
    commit: null,
    statusInfo: null,
    statusDisplay: counts.nothingCouldPass ? 'Inconclusive' : display,
    ...counts,
  } as TestRunView;
}

function mailTo(run: TestRunView) {
  return mails.runEnded({
    firstName: 'Ada',
    run: 'Shop #7',
    branch: 'main',
    environment: 'Staging',
    verdict: verdictOfRun(run),
    counts: run,
    failures: [],
    url,
  });
}

function alertAbout(run: TestRunView) {
  const raised = {
    alertId: 'a1',
    testRunId: run.id,
    kind: 'completed',
    at: '2026-11-20T10:00:00.000Z',
    testCount: 0,
    newCount: 0,
    lastedMs: null,
    heldBack: 0,
  } as unknown as AlertRaised;
  return newsOfRun(run, { eventType: 'TESTRUN_COMPLETE', raised, causes: [], causeCount: 0, failures: [], url });
}

describe.each(countedRuns)('a run $name', (counted) => {
  const run = runOf(counted);
  const { sentence, passed, failed, isNeutral } = counted;

  it('is counted from its results', () => {
    const totals: Totals = { ...noTotals, ...counted.totals };
    const { totalCount, quarantineTotalCount, status } = run;
    expect(countsOf({ status, totals, totalCount, quarantineTotalCount, runningCount: 0 })).toMatchObject(
      Object.fromEntries(Object.entries(counted.counts).filter(([name]) => name !== 'status')),
    );
  });

  it('has these counts in a mail, and in Slack to one person', () => {
    const mail = mailTo(run);
    expect(mail.paragraphs.join('\n')).toContain(`ended: ${sentence}.`);
    expect(mail.paragraphs.includes(`${why}.`)).toBe(isNeutral);
    expect(JSON.stringify(slackNoticeOf(mail))).toContain(`ended: ${sentence}.`);
  });

  it('has these counts in alerts of every channel', () => {
    const news = alertAbout(run);
    expect(news.facts).toContainEqual({ label: 'Tests', value: sentence });
    expect(JSON.stringify(slackPayloadOf(news))).toContain(`Tests: ${sentence}`);
    expect(JSON.stringify(teamsPayloadOf(news))).toContain(JSON.stringify({ title: 'Tests', value: sentence }));
    expect(JSON.stringify(opsgeniePayloadOf(news))).toContain(sentence);
    expect(renderMail(mails.alert(news, null), 'ada@example.org').text).toContain(`Tests: ${sentence}`);
    expect(news.tone === 'neutral').toBe(isNeutral);
    expect(news.title.includes(why.toLowerCase())).toBe(isNeutral);
  });

  it('has these counts at its commit and in its pull request', () => {
    const { state, description } = commitStatusOf(run, url);
    expect(state === 'inconclusive').toBe(isNeutral);
    expect(description).toBe(
      isNeutral
        ? why
        : run.status === 'PASS'
          ? passed
          : failed === null
            ? 'Failed'
            : `${failed.replace(' failed', '')} of ${sentence.replace(/:.*/, '')} failed`,
    );
    const comment = pullRequestText([run], 'c0ffee', () => url, '');
    expect(comment).toContain(isNeutral ? `| ${why}: ${sentence} |` : `| ${sentence} |`);
    expect(comment.includes('➖ Inconclusive')).toBe(isNeutral);
  });

  it('has these counts on the command line', () => {
    expect(outcomeText(run)).toBe(`${run.statusDisplay}. ${sentence}${isNeutral ? `. ${why}.` : ''}`);
  });
});
