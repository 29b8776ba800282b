import type { ChangeSincePass, TestAnalysisView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { modelAnswer, runOfCause, testAnalysisView } from '../../../testSupport/analysisViews.ts';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { attemptView, testResultView } from '../../../testSupport/testResultView.ts';
import { positionAt, testRunView } from '../../../testSupport/views.ts';
import { TestRail } from '../test/TestRail.tsx';
import { TestTabs } from '../test/TestTabs.tsx';

const path = '/test-runs/r1/results/adds/analysis';
const done = { id: 'r1', revision: '1', position: positionAt(30) };
const refused = { refusal: { reason: 'NO_MODEL' as const, message: 'No model is configured' } };

function open(change: Partial<TestAnalysisView>, routes: Routes = {}, error: string | null = 'no such cup') {
  const page = makePage({
    'GET /projects/p1/tests/adds/history': { results: [] },
    [`GET ${path}`]: testAnalysisView(change),
    [`POST ${path}`]: done,
    ...routes,
  });
  const of = { test: { ...testResultView(attemptView(1)), error }, run: testRunView(1) };
  const shown = (
    <>
      <TestTabs {...of} asked="troubleshooting" onTab={() => undefined} isNarrow={false} />
      <TestRail {...of} tab="troubleshooting" />
    </>
  );
  return { ...page, ...renderOn(page, shown) };
}
const requests = ({ sent }: { sent: { method: string; path: string }[] }) =>
  sent.filter((request) => request.method === 'POST' && request.path === path);
const change = (of: Partial<ChangeSincePass>): ChangeSincePass => ({
  kind: 'COMMIT',
  title: 'Split discounts by half',
  from: null,
  to: null,
  detail: null,
  isSuspect: false,
  commit: null,
  author: null,
  url: null,
  at: null,
  ...of,
});

describe('the troubleshooting of a test', () => {
  it('is offered only while the test has an error', async () => {
    open({}, {}, null);
    expect(await screen.findByRole('tab', { name: 'Console' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.queryByRole('tab', { name: 'Troubleshooting' })).not.toBeInTheDocument();
  });

  it('compares the last pass with the first failure, suspects first', async () => {
    const touches = change({ commit: '4e0b77159d1c', author: 'Lin', isSuspect: true, url: 'https://git.test/4e0b' });
    const variable = change({ kind: 'ENVIRONMENT', title: 'FEATURE_SPLIT', to: 'on' });
    open({ ...refused, lastPassed: runOfCause(408), firstFailed: runOfCause(409), changes: [touches, variable] });
    expect(await screen.findByText('1 suspect among the changes since it passed.')).toBeVisible();
    const changes = screen.getByText('Split discounts by half', { exact: false }).closest('[data-suspect]');
    expect(changes).toHaveAttribute('data-suspect', 'true');
    expect(screen.getByRole('link', { name: 'Diff' })).toHaveAttribute('href', 'https://git.test/4e0b');
    expect(screen.getByText('FEATURE_SPLIT').closest('dd')).toHaveTextContent('FEATURE_SPLIT not set → on');
    expect(screen.getByRole('link', { name: 'Compare the runs' })).toHaveAttribute(
      'href',
      '/northwind/dashboard/analytics/test-run-comparison?test_run_ids=r408,r409',
    );
  });

  it('has the cause in the rail, to be corrected, and how it was fixed before', async () => {
    const fixedBefore = {
      failed: { first: runOfCause(344), last: runOfCause(347), runCount: 4 },
      passed: runOfCause(348),
      reviewStatusId: 'PRODUCT_BUG' as const,
      decidedBy: null,
      note: 'Keep the voucher',
      trackedIssues: [],
    };
    open({ ...refused, fixedBefore });
    const cause = within(await screen.findByRole('region', { name: 'Cause' }));
    await userEvent.click(cause.getByRole('button', { name: 'Correct…' }));
    expect(await screen.findByRole('menuitem', { name: 'Product bug' })).toBeVisible();
    const fixed = within(screen.getByRole('region', { name: 'Fixed last time' }));
    expect(fixed.getByText(/After 4 failed runs/)).toHaveTextContent('#344 to #347. Product bug.');
    expect(screen.queryByRole('region', { name: 'Problem' })).not.toBeInTheDocument();
  });
});

describe('the suggestion', () => {
  it('is requested once by opening the tab', async () => {
    const page = open({});
    await waitFor(() => expect(requests(page)).toHaveLength(1));
    expect(await screen.findByText('Requested. The answer appears here.')).toBeVisible();
    expect(requests(page)).toHaveLength(1);
  });

  it.each([
    ['OPTED_OUT', 'organization has opted out of AI features, contact sales'],
    ['QUOTA_USED', "You've used all your suggestions for the month"],
  ] as const)('is not requested when refused as %s', async (reason, message) => {
    const page = open({ refusal: { reason, message } });
    expect(await screen.findByText(message)).toBeVisible();
    expect(requests(page)).toEqual([]);
  });

  it('of a model is shown with its evidence, and rated for the test', async () => {
    const page = open({ status: 'COMPLETE', suggestion: modelAnswer() }, { 'PUT /test-runs/r1/analysis/rating': done });
    const part = within(await screen.findByRole('region', { name: 'Suggestion' }));
    expect(part.getByText('Restart the rates service.')).toBeVisible();
    expect(part.getByText('at rates (client.ts:12)')).toBeVisible();
    expect(part.getByText('7 of 10 suggestions left in November. Nothing is applied automatically.')).toBeVisible();
    await userEvent.click(part.getByRole('button', { name: 'Not helpful' }));
    const rated = () => page.sent.find(({ method }) => method === 'PUT')?.body;
    await waitFor(() => expect(rated()).toEqual({ rootCauseId: 'f1', testRunTestId: 'r1.adds', rating: 'DOWN' }));
  });

  it.each([
    ['of the test', false, `${path}/outgoing`],
    ["of its run, where that one's analysis answered", true, '/test-runs/r1/analysis/outgoing'],
  ])('comes with what was sent, %s', async (_, isFromCause, sent) => {
    const outgoing = { model: 'qwen3-32b', promptVersion: 3, instructions: 'Why?', text: 'L1 refused', characters: 14 };
    open({ status: 'COMPLETE', suggestion: modelAnswer(), isFromCause }, { [`GET ${sent}`]: outgoing });
    await userEvent.click(await screen.findByRole('button', { name: 'See what was sent' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sent to the model' }));
    expect(await dialog.findByText('L1 refused')).toBeVisible();
  });

  it('by rules is sanitized, and says that there is no model', async () => {
    const formattedAnalysisText =
      '<p>Restart <code>rates</code></p><img src=x onerror="alert(1)"><a href="https://evil.test">here</a>';
    open({ ...refused, status: 'COMPLETE', formattedAnalysisText });
    const part = await screen.findByRole('region', { name: 'Suggestion' });
    expect(within(part).getByText('rates')).toBeVisible();
    expect(part.querySelector('img, a')).toBeNull();
    expect(within(part).getByText(/^No model is configured\./)).toBeVisible();
  });

  it('that failed can be requested again', async () => {
    const page = open({ status: 'COMPLETE', modelFailure: 'The model did not answer in 60 s.' });
    expect(await screen.findByText('The model did not answer in 60 s.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(requests(page)).toHaveLength(1));
  });
});
