import { type ProblemId, topics } from '@assay/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { Route, Routes } from 'react-router';
import { rootCauseView, runAnalysisView } from '../../../testSupport/analysisViews.ts';
import { makePage, renderOn, type Routes as ServiceRoutes } from '../../../testSupport/pageOfTests.tsx';
import { enter } from '../../../testSupport/retype.ts';
import { testResultView } from '../../../testSupport/testResultView.ts';
import { issueDraft, jiraTracker, trackedIssueView } from '../../../testSupport/trackedIssueView.ts';
import { positionAt, resultRow, testRunView } from '../../../testSupport/views.ts';
import { CausePicker } from '../results/CausePicker.tsx';
import { TestRow } from '../results/TestRow.tsx';
import { RunMenu } from '../run/RunMenu.tsx';
import { IssueDialogs } from './IssueDialogs.tsx';
import { ReportSelected } from './ReportSelected.tsx';
import { TestIssues } from './TestIssues.tsx';

const run = testRunView(1, { status: 'FAIL', failCount: 2 });
const inShort = {
  id: trackedIssueView().id,
  issueKey: 'SHOP-812',
  url: 'https://northwind.atlassian.net/browse/SHOP-812',
  provider: 'Jira' as const,
  status: 'In progress',
  isOpen: true,
};
const cause = 'f1' as ProblemId;
const dialogs: ServiceRoutes = {
  'GET /issue-trackers': [jiraTracker],
  'POST /jira/issue/draft': issueDraft(),
  'GET /jira/project': [],
};
const drafted = ({ sent }: ReturnType<typeof makePage>) =>
  sent.filter(({ path }) => path === '/jira/issue/draft').map(({ body }) => body);

describe('the keys of issues', () => {
  it('are in the row of a test, and open the tracker in a new tab without choosing the test', async () => {
    const chosen: string[] = [];
    const test = resultRow('adds', {
      status: 'FAIL',
      trackedIssues: [inShort, { ...inShort, id: 'p1.i9' as typeof inShort.id }],
    });
    renderOn(
      makePage(),
      <TestRow
        test={test}
        above={null}
        chosen={false}
        checked={false}
        testTimeoutSeconds={900}
        selectable={false}
        marksNew={false}
        onChoose={(key) => chosen.push(key)}
        onOpen={() => undefined}
        onCheck={() => undefined}
      />,
    );
    const key = screen.getByRole('link', { name: 'SHOP-812 In progress' });
    expect(key).toHaveAttribute('href', inShort.url);
    expect(key).toHaveAttribute('target', '_blank');
    expect(screen.getByText('+1')).toBeVisible();
    await userEvent.click(key);
    expect(chosen).toEqual([]);
  });

  it('are next to the causes that tests failed of together', async () => {
    const causes = [rootCauseView({ testCount: 2, trackedIssues: [inShort] })];
    const page = makePage({ 'GET /test-runs/r1/analysis': runAnalysisView({ testRunAnalysisRootCauses: causes }) });
    renderOn(page, <CausePicker run={run} picked="" onPick={() => undefined} />);
    const together = within(await screen.findByRole('region', { name: 'Failed together' }));
    expect(together.getByRole('link', { name: 'SHOP-812 In progress' })).toBeVisible();
  });

  it('come with what the tests say, and follow the tracker', async () => {
    const issues = [trackedIssueView({ finding: 'OPEN_BUT_PASSING', passingRuns: 4 })];
    const page = makePage({ [`GET /jira/issue/root-cause/${cause}`]: () => ({ body: issues }) });
    const test = { ...testResultView(), testRunAnalysisRootCauseId: cause, trackedIssues: [inShort] };
    renderOn(page, <TestIssues test={test} run={run} />);
    expect(await screen.findByText('Open but passing since 4 runs')).toBeVisible();
    const status = { name: 'Done', category: 'DONE' as const, at: '2026-11-02T10:00:00Z' };
    issues[0] = trackedIssueView({ status, isOpen: false, finding: 'FIXED_BUT_FAILING' });
    act(() => page.tell(topics.trackedIssues, { kind: 'changed', ids: ['p1.i1'], position: positionAt(8) }));
    expect(await screen.findByText('Fixed in Jira but still failing')).toBeVisible();
    expect(screen.getByRole('link', { name: 'SHOP-812 Done' })).toBeVisible();
  });
});

type Leave = { current: (() => void) | null };

/** A page from which the part that opens the dialog disappears. */
function LeftPart({ leave }: { leave: Leave }) {
  const [isThere, setThere] = useState(true);
  useEffect(() => {
    leave.current = () => setThere(false);
  });
  return <IssueDialogs run={run}>{isThere && <TestIssues test={testResultView()} run={run} />}</IssueDialogs>;
}

describe('an issue is created', () => {
  it('from a run, when the address asks for it', async () => {
    const page = makePage(dialogs, { roleType: 'USER' });
    const { address } = renderOn(page, <RunMenu run={run} />, '/northwind/test-runs/r1?createJira=true');
    await screen.findByRole('dialog', { name: /^Create Jira issue/ });
    await waitFor(() => expect(drafted(page)).toEqual([{ testRunId: run.id }]));
    await screen.findByLabelText(/^Summary/);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r1'));
  });

  it('from the root cause whose tests are shown, by its menu or by a key', async () => {
    const page = makePage(dialogs);
    const { address } = renderOn(page, <RunMenu run={run} />, `/northwind/test-runs/r1?rootCauseId=${cause}`);
    await userEvent.click(await screen.findByRole('button', { name: 'More actions of the run' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Create Jira issue for these tests' }));
    await waitFor(() => expect(drafted(page)).toEqual([{ testRunId: run.id, rootCauseId: cause }]));
    await screen.findByLabelText(/^Summary/);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(address()).not.toContain('createJira'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('i');
    expect(await screen.findByRole('dialog', { name: /^Create Jira issue/ })).toBeVisible();
  });

  it('from a test, or from all that failed alike', async () => {
    const page = makePage({ ...dialogs, [`GET /jira/issue/root-cause/${cause}`]: [] });
    const test = { ...testResultView(), testRunAnalysisRootCauseId: cause };
    renderOn(
      page,
      <IssueDialogs run={run}>
        <TestIssues test={test} run={run} />
      </IssueDialogs>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Create Jira issue' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'For this test' }));
    await waitFor(() => expect(drafted(page)).toEqual([{ testRunId: run.id, testRunTestIds: [test.id] }]));
    await screen.findByLabelText(/^Summary/);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Create Jira issue' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /every test of the run/ }));
    await waitFor(() => expect(drafted(page).at(-1)).toEqual({ testRunId: run.id, rootCauseId: cause }));
  });

  it('from the failed ones of the selected tests', async () => {
    const page = makePage(dialogs);
    const failed = resultRow('adds', { status: 'FAIL' });
    renderOn(
      page,
      <IssueDialogs run={run}>
        <ReportSelected run={run} tests={[failed, resultRow('pays', { status: 'PASS' })]} />
      </IssueDialogs>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Create Jira issue' }));
    await waitFor(() => expect(drafted(page)).toEqual([{ testRunId: run.id, testRunTestIds: [failed.id] }]));
  });

  it('from a test on its own page, when the address asks for it', async () => {
    const page = makePage(dialogs);
    const asked = { testRunId: run.id, testRunTestIds: ['r1.adds'] };
    const { address } = renderOn(
      page,
      <IssueDialogs run={run} asked={asked}>
        <p>The test</p>
      </IssueDialogs>,
      '/northwind/test-runs/r1/tests/adds?createJira=true',
    );
    await waitFor(() => expect(drafted(page)).toEqual([asked]));
    await screen.findByLabelText(/^Summary/);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r1/tests/adds'));
  });

  it('from what is not shown any more, and nothing typed is lost', async () => {
    const page = makePage({ ...dialogs, [`GET /jira/issue/root-cause/${cause}`]: [] });
    const leave: Leave = { current: null };
    renderOn(page, <LeftPart leave={leave} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Create Jira issue' }));
    await enter(await screen.findByLabelText(/^Summary/), '!');
    act(() => leave.current?.());
    expect(screen.getByLabelText(/^Summary/)).toHaveValue(`${issueDraft().summary}!`);
  });

  it('from nothing that passed', async () => {
    const page = makePage(dialogs);
    const passed = testRunView(2);
    const screens = (
      <Routes>
        <Route path="*" element={<RunMenu run={passed} />} />
      </Routes>
    );
    renderOn(page, screens, '/northwind/test-runs/r2');
    await waitFor(() => expect(page.sent.some(({ path }) => path === '/users/me')).toBe(true));
    await userEvent.click(await screen.findByRole('button', { name: 'More actions of the run' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Copy link',
      'Share by link',
      'Export as JUnit XML',
      'Export as CSV',
      'Print',
    ]);
  });
});
