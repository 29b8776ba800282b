import { type ProblemId, type RootCause, type RunAnalysisView, type TestRunId, topics } from '@assay/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { modelAnswer, rootCauseView, runAnalysisView, runOfCause } from '../../../testSupport/analysisViews.ts';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { issueDraft, jiraTracker } from '../../../testSupport/trackedIssueView.ts';
import { positionAt, testRunView } from '../../../testSupport/views.ts';
import { IssueDialogs } from '../trackedIssues/IssueDialogs.tsx';
import { AnalysisTab } from './AnalysisTab.tsx';

const path = '/test-runs/r1/analysis';
const at = '/northwind/test-runs/r1/analysis';
const big = rootCauseView({ id: 'f1' as ProblemId, problemIds: ['f1', 'f9'] as ProblemId[], name: 'No voucher' });
const small = rootCauseView({ id: 'f2' as ProblemId, name: 'Not visible', testCount: 1 });

function open(change: Partial<RunAnalysisView>, routes: Routes = {}, status: 'FAIL' | 'RUNNING' = 'FAIL') {
  const state = { analysis: runAnalysisView(change) };
  const run = testRunView(1, { status, failCount: 3 });
  const page = makePage({ [`GET ${path}`]: () => ({ body: state.analysis }), ...routes });
  const view = renderOn(
    page,
    <IssueDialogs run={run}>
      <AnalysisTab run={run} />
    </IssueDialogs>,
    at,
  );
  const becomes = (next: Partial<RunAnalysisView>) => {
    state.analysis = runAnalysisView(next);
    const change = { kind: 'changed' as const, ids: ['r1'], position: positionAt(30) };
    act(() => page.tell(topics.testRunAnalysis('r1'), change));
  };
  return { ...page, ...view, becomes };
}
const two = { testRunAnalysisRootCauses: [big, small] };
const list = async () => within(await screen.findByRole('list', { name: 'Causes' }));
const namesIn = (view: Awaited<ReturnType<typeof list>>) =>
  view.getAllByRole('button').map(({ textContent }) => textContent);
const shown = (name: string) => screen.findByRole('article', { name });

describe('the causes of a failed run', () => {
  it('are listed by size, the first one in full', async () => {
    open({ testRunAnalysisRootCauses: [{ ...big, isNew: false, firstSeen: runOfCause(409) }, small] });
    expect(namesIn(await list())).toEqual(['No voucher', 'Not visible']);
    const panel = within(await shown('No voucher'));
    expect(panel.getByRole('link', { name: '#409' })).toHaveAttribute('href', '/northwind/test-runs/r409');
    expect(panel.getByText(/in 2 of 2/)).toBeVisible();
    expect(screen.getByText('since #409')).toBeVisible();
    expect(screen.getByText('3 failures have 2 causes')).toBeVisible();
  });

  it('are gone through by keys; Enter opens all tests of a cause', async () => {
    const { address } = open(two);
    await list();
    await userEvent.keyboard('j');
    await shown('Not visible');
    expect(screen.getByRole('button', { name: 'Not visible' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await shown('No voucher');
    await userEvent.keyboard('{Enter}');
    expect(address()).toBe('/northwind/test-runs/r1/test-results?rootCauseId=f1%2Cf9');
  });

  it('are corrected by c, for every failure with the cause', async () => {
    const changed = { id: 'p1.f1', revision: '1', position: positionAt(30) };
    const { sent } = open(two, { 'PUT /projects/p1/problems/f1': changed });
    await screen.findByRole('button', { name: 'Environment, kind of No voucher' });
    await userEvent.keyboard('c');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Product bug' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
        reviewStatusId: 'PRODUCT_BUG',
        testRunId: 'r1',
      }),
    );
    await waitFor(() => expect(sent.filter((request) => request.path === path)).toHaveLength(2));
  });

  it('are reported by i, with all their problems', async () => {
    const { sent } = open(two, {
      'GET /issue-trackers': [jiraTracker],
      'POST /jira/issue/draft': issueDraft(),
      'GET /jira/project': [],
    });
    await screen.findByRole('button', { name: 'Create Jira issue' });
    await userEvent.keyboard('i');
    await screen.findByRole('dialog', { name: /^Create Jira issue/ });
    const drafted = () => sent.find((request) => request.path === '/jira/issue/draft')?.body;
    await waitFor(() => expect(drafted()).toEqual({ testRunId: 'r1', rootCauseId: 'f1,f9' }));
  });

  it('keep their order while the run goes on, and are sorted when it ends', async () => {
    const { becomes } = open({ ...two, isRunning: true }, {}, 'RUNNING');
    await list();
    // It grows, and another of its problems names it now.
    const grown: RootCause = { ...small, id: 'f3' as ProblemId, problemIds: ['f3', 'f2'] as ProblemId[], testCount: 9 };
    becomes({ testRunAnalysisRootCauses: [grown, big], isRunning: true });
    await screen.findByText('9');
    expect(namesIn(await list())).toEqual(['No voucher', 'Not visible']);
    becomes({ testRunAnalysisRootCauses: [grown, big] });
    await screen.findByText('most tests first');
    expect(namesIn(await list())).toEqual(['Not visible', 'No voucher']);
  });

  it('say how many there are where not all are listed, and which failures have none', async () => {
    const unexplained = [{ testRunTestId: 'r1.limps', file: 'cart.spec.ts', name: 'limps', analysisText: null }];
    open({ ...two, causeCount: 900, testRunTestAnalysis: unexplained, isCoarse: true });
    expect(await screen.findByText('2 of 900 causes, the largest ones.')).toBeVisible();
    expect(screen.getByText(/Too many different errors/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'limps' })).toHaveAttribute('href', '/northwind/test-runs/r1/tests/limps');
  });

  it('come after what concerns the whole run', async () => {
    const signal = {
      signal: 'AGENT_LOST' as const,
      title: 'agent lost',
      description: 'builder is gone',
      failedCount: 3,
    };
    open({ wholeRun: [signal] });
    const signals = within(await screen.findByRole('list', { name: 'Whole run' }));
    expect(signals.getByRole('listitem')).toHaveTextContent('Whole run: agent lost. builder is gone');
  });
});

describe('what a model says about a cause', () => {
  const answered = {
    status: 'COMPLETE' as const,
    summary: 'The rates service is down.',
    model: { name: 'qwen3-32b', promptVersion: 3, characters: 11_240, droppedClaims: 1 },
    testRunAnalysisRootCauses: [rootCauseView({ model: modelAnswer() })],
  };

  it('has a verdict, and claims with the lines that they cite', async () => {
    open(answered);
    const model = within(await screen.findByRole('region', { name: 'Model' }));
    expect(model.getByText('likely')).toBeVisible();
    expect(model.getByText('Every connection to the rates service is refused.')).toBeVisible();
    expect(model.getByText('at rates (client.ts:12)').parentElement).toHaveTextContent('4at rates (client.ts:12)1');
    expect(
      model.getByText(/1 claim dropped for lack of evidence. qwen3-32b, prompt 3, 11,240 characters/),
    ).toBeVisible();
    expect(screen.getByText('The rates service is down.')).toBeVisible();
  });

  it('is rated by a thumb', async () => {
    const { sent } = open(answered, { [`PUT ${path}/rating`]: { id: 'r1', revision: '1', position: positionAt(30) } });
    await userEvent.click(await screen.findByRole('button', { name: 'Helpful' }));
    const rated = () => sent.find(({ method }) => method === 'PUT')?.body;
    await waitFor(() => expect(rated()).toEqual({ rootCauseId: 'f1', rating: 'UP' }));
  });

  it('comes with what was sent', async () => {
    const outgoing = {
      model: 'qwen3-32b',
      promptVersion: 3,
      instructions: 'Find causes.',
      text: 'L1 refused',
      characters: 22,
    };
    open(answered, { [`GET ${path}/outgoing`]: outgoing });
    await userEvent.click(await screen.findByRole('button', { name: 'what was sent' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sent to the model' }));
    expect(await dialog.findByText('L1 refused')).toBeVisible();
  });
});

describe('the analysis', () => {
  it('is requested, awaited, and shown once it is complete', async () => {
    const { sent, becomes } = open({}, { [`POST ${path}`]: { id: 'r1', revision: '1', position: positionAt(30) } });
    expect(await screen.findByText(/11,240 characters, masked/)).toHaveTextContent(
      '7 of 10 analyses left in November.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Request analysis' }));
    await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
    becomes({ status: 'REQUESTED', requestedAt: '2026-11-01T10:00:00Z' });
    expect(await screen.findByText('The answer appears here. You can leave this page.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /analysis/ })).not.toBeInTheDocument();
    becomes({ status: 'COMPLETE', summary: 'It is the network.' });
    expect(await screen.findByText('It is the network.')).toBeVisible();
  });

  it.each([
    ['OPTED_OUT', 'organization has opted out of AI features, contact sales'],
    ['QUOTA_USED', "You've used all 10 of the monthly Test Run Analyses on your plan"],
  ] as const)('cannot be requested when refused as %s, with the causes still there', async (reason, message) => {
    open({ refusal: { reason, message } });
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Request analysis' })).not.toBeInTheDocument();
    expect(namesIn(await list())).toHaveLength(1);
  });

  it('is requested again after the model failed', async () => {
    const modelFailure = 'The model did not answer in 60 s.';
    open({ status: 'COMPLETE', summary: '2 failures have 1 cause.', modelFailure });
    expect(await screen.findByText(modelFailure)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('of a run without failures says so, and leads to flaky tests', async () => {
    const { testRunId } = runAnalysisView();
    open({ testRunAnalysisRootCauses: [], flakyCount: 2, testRunId: testRunId as TestRunId });
    expect(await screen.findByText("this test run doesn't have any failures")).toBeVisible();
    expect(screen.getByRole('link', { name: 'Show the 2 flaky tests' })).toHaveAttribute(
      'href',
      '/northwind/test-runs/r1/test-results?status=FLAKY',
    );
  });

  it('that could not be loaded is loaded again on request', async () => {
    open(
      {},
      { [`GET ${path}`]: () => ({ status: 500, body: { code: 'internal', message: 'Broken', requestId: 'q1' } }) },
    );
    expect(await screen.findByText('The analysis could not be loaded')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
