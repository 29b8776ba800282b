import type { TestResultsPage, TestRunnerView, TestRunView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { accountView, positionAt, resultRow, testRunView } from '../../../testSupport/views.ts';
import { TimelineTab } from './TimelineTab.tsx';

const runnerId = 'r1-agent-0' as TestRunnerView['id'];
const runner: TestRunnerView = {
  id: runnerId,
  uuid: runnerId,
  status: 'Exited',
  testsRun: 2,
  testRunnerAgentId: 'agent-1' as TestRunnerView['testRunnerAgentId'],
  agentName: 'builder',
  currentTest: null,
  currentTestStartTime: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  exitedAt: '2026-03-01T12:01:00.000Z',
  exitReason: 'runEnded',
  replacedById: null,
};
const ran = { testRunnerId: runnerId, duration: 5_000 };
const tests: TestResultsPage['tests'] = [
  resultRow('adds', { ...ran, startTime: '2026-03-01T12:00:10.000Z' }),
  resultRow('pays', { ...ran, startTime: '2026-03-01T12:00:50.000Z', status: 'FAIL', error: 'no money' }),
];
const times = { startTime: '2026-03-01T12:00:00.000Z', endTime: '2026-03-01T12:01:00.000Z' };

function open(run: TestRunView = testRunView(1, times), routes: Routes = {}) {
  const page = makePage({
    'GET /test-runs/r1/results': { tests, total: tests.length, position: positionAt(20) },
    'GET /test-runs/r1/test-runners': [runner],
    ...routes,
  });
  return { ...page, ...renderOn(page, <TimelineTab run={run} />, '/northwind/test-runs/r1/timeline') };
}

const lanes = () => screen.findByRole('application', { name: 'Tests by runner and time' });

describe('the timeline of a run', () => {
  it('begins with how far the run was over its bound, and why', async () => {
    open();
    expect(await screen.findByText('40.0s longer than ideal.')).toBeVisible();
    expect(screen.getByText(/Runner 1 finished last with/)).toHaveTextContent('pays: 5.0s, started at 0:50.');
    expect(screen.getByRole('link', { name: 'pays' })).toHaveAttribute('href', '/northwind/test-runs/r1/tests/pays');
    expect(within(screen.getByRole('list', { name: 'Runners' })).getByText('Runner 1')).toBeVisible();
  });

  it('is read by the arrow keys, and Enter opens the test', async () => {
    const { address } = open();
    (await lanes()).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(screen.getByText('Runner 1: pays, Failed')).toBeInTheDocument();
    expect(screen.getByText('no money')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r1/tests/pays'));
  });

  it('opens on the whole run, zooms by keys, and back', async () => {
    open();
    (await lanes()).focus();
    expect(screen.getByText('0:00 – 1:00')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Whole run' })).toBeDisabled();
    await userEvent.keyboard('+');
    expect(screen.getByText('0:12 – 0:48')).toBeVisible();
    await userEvent.keyboard('0');
    expect(screen.getByText('0:00 – 1:00')).toBeVisible();
  });

  it('is searched and filtered, which the address keeps, and Enter leads to what was found', async () => {
    const { address } = open();
    await lanes();
    await userEvent.keyboard('/pay{Enter}');
    expect(await screen.findByText('1 of 2 tests')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r1/timeline?search=pay'));
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByText('Runner 1: pays, Failed')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Table' }));
    const table = screen.getByRole('table', { name: 'Tests by time' });
    expect(within(table).getAllByRole('link')).toHaveLength(1);
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Search tests' }));
    await userEvent.click(screen.getByRole('button', { name: 'Status' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Passed' }));
    await waitFor(() =>
      expect(
        within(table)
          .getAllByRole('link')
          .map((link) => link.textContent),
      ).toEqual(['adds']),
    );
  });

  it('says the same in a table', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Table' }));
    const rows = within(screen.getByRole('table', { name: 'Tests by time' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      '0:10Runner 1adds Passed5.0s1',
      '0:50Runner 1pays Failed5.0s1',
    ]);
  });

  it('says what it waits for while there is no runner', async () => {
    open(testRunView(1, { status: 'SUBMITTED' }), { 'GET /test-runs/r1/test-runners': [] });
    expect(await screen.findByText('It begins with the first runner.')).toBeVisible();
  });

  it('says that uploaded results have none', async () => {
    open(testRunView(1, { upload: { files: [], notes: [] } }));
    expect(await screen.findByText(/These results were uploaded/)).toBeVisible();
  });

  it('can be tried again when it could not be loaded', async () => {
    const failed = () => ({ status: 500, body: { code: 'internal', message: 'Broken.', requestId: 'q' } });
    open(undefined, { 'GET /test-runs/r1/test-runners': failed });
    expect(await screen.findByText('The timeline could not be loaded')).toBeVisible();
    expect(screen.getByRole('button', { name: /again/i })).toBeVisible();
  });

  it('is part of plans with own runners only', async () => {
    open(undefined, { 'GET /account': { ...accountView, legacyPlan: false, currentPlan: 1 } });
    expect(await screen.findByRole('dialog', { name: 'Timeline' })).toBeVisible();
    expect(screen.queryByRole('application')).not.toBeInTheDocument();
  });
});
