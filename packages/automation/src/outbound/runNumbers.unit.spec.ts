import type { TestRunView } from '@assay/contract';
import { slackNoticeOf } from '@assay/integrations';
import { titleOf } from '../alerts/alertNewsOf.ts';
import { commitStatusOf } from '../commitStatuses/commitStatusOf.ts';
import { pullRequestText } from '../pullRequests/pullRequestText.ts';
import { mails } from './mails/mails.ts';

const counts = {
  testCount: 15,
  passCount: 15,
  failCount: 0,
  ignoredCount: 0,
  notRunCount: 0,
  flakyCount: 1,
  quarantineTotalCount: 1,
  nothingCouldPass: false,
};
const run = (change: object) =>
  ({
    id: 'r1',
    number: 7,
    projectId: 'p1',
    project: { name: 'Shop' },
    testSuiteId: null,
    testSuiteName: null,
    environmentId: 'e1',
    environmentName: 'Staging',
    status: 'PASS',
    statusInfo: null,
    ...counts,
    ...change,
  }) as TestRunView;
const mailOf = (of: TestRunView, verdict: string) =>
  mails.runEnded({
    firstName: 'Ada',
    run: 'Shop #7',
    branch: 'main',
    environment: 'Staging',
    verdict,
    counts: of,
    failures: [],
    url: 'https://assay.test',
  });
const completed = { kind: 'completed', testCount: 0, newCount: 0, lastedMs: null, heldBack: 0 };
const comment = (of: TestRunView) => pullRequestText([of], 'c0ffee', () => 'https://assay.test', '');

describe('messages about one run', () => {
  it('have the same numbers by mail, in Slack, at the commit and at the pull request', () => {
    const mail = mailOf(run({}), 'passed');
    const said = '15 passed, 1 of them flaky';
    expect(mail.paragraphs.join('\n')).toContain(`15 tests: ${said}, and 1 quarantined`);
    expect(JSON.stringify(slackNoticeOf(mail))).toContain(said);
    expect(commitStatusOf(run({}), '')).toMatchObject({ state: 'passed', description: said });
    expect(comment(run({}))).toContain('15 of 15 passed, 1 of them flaky |');
  });

  it('are neither good nor bad where only skipped or quarantined tests ran', () => {
    const idle = run({ nothingCouldPass: true, testCount: 2, passCount: 0, ignoredCount: 2, flakyCount: 0 });
    const why = 'Only skipped or quarantined tests ran';
    expect(mailOf(idle, 'inconclusive').paragraphs).toContain(`${why}.`);
    expect(commitStatusOf(idle, '')).toMatchObject({ state: 'inconclusive', description: why });
    expect(comment(idle)).toContain(`➖ Inconclusive`);
    expect(comment(idle)).toContain(`${why} |`);
    expect(titleOf(completed, idle)).toBe('Shop #7 is inconclusive: only skipped or quarantined tests ran');
  });
});
