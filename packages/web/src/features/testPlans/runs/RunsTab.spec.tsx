import type { TestPlanRunId, TestPlanRunView, TestPlanStageId } from '@assay/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import {
  planStageResult,
  planStageView,
  planSuiteResult,
  planSuiteView,
  runOfSuite,
  testPlanDetailView,
  testPlanRunView,
} from '../../../testSupport/testPlanViews.ts';
import { positionAt } from '../../../testSupport/views.ts';
import { RunPlanModal } from './RunPlanModal.tsx';
import { RunsTab } from './RunsTab.tsx';

const answer = { id: 'run9', revision: '8', position: positionAt(50) };
const plan = testPlanDetailView([planStageView('First', { suites: [planSuiteView('Smoke')] })]);

/** Smoke passed, Regression failed with one that could not start and one that was run again, Migration was skipped. */
const failed = testPlanRunView({
  stages: [
    planStageResult(),
    planStageResult({
      testPlanStageId: 'st-regression' as TestPlanStageId,
      name: 'Regression',
      order: 2,
      status: 'fail',
      suites: [
        planSuiteResult({
          testPlanSuiteId: 'orders' as never,
          testSuiteName: 'Orders',
          status: 'error',
          message: 'No latest deploy',
          canRerun: true,
        }),
        planSuiteResult(
          {
            testPlanSuiteId: 'ledger' as never,
            testSuiteName: 'Ledger',
            status: 'fail',
            ...runOfSuite(12, 'FAIL'),
            canRerun: true,
            attempts: [
              {
                attempt: 1,
                status: 'fail',
                testRunId: 'r11' as never,
                number: 11,
                startedAt: '',
                endedAt: null,
                message: null,
              },
              {
                attempt: 2,
                status: 'fail',
                testRunId: 'r12' as never,
                number: 12,
                startedAt: '',
                endedAt: null,
                message: null,
              },
            ],
          },
          { testCount: 396, passCount: 387, failCount: 9 },
        ),
      ],
    }),
    planStageResult({
      testPlanStageId: 'st-migration' as TestPlanStageId,
      name: 'Migration',
      order: 3,
      status: 'skipped',
      skippedAfter: 'Regression',
      duration: null,
      suites: [planSuiteResult({ status: 'skipped', testSuiteName: 'Up' })],
    }),
  ],
});
const running = testPlanRunView({
  id: 'run2' as TestPlanRunId,
  status: 'Running',
  stages: [planStageResult({ status: 'running', suites: [planSuiteResult({ status: 'running' })] })],
});

function open(runs: readonly TestPlanRunView[], routes: Routes = {}, at = '') {
  let shown = runs;
  const page = makePage({
    'GET /test-plans/plan1/runs': ({ path }: { path: string }) => {
      const number = Number(new URL(path, 'http://x').searchParams.get('page'));
      const testPlanRuns = shown.slice((number - 1) * 10, number * 10);
      return { body: { testPlanRuns, total: shown.length, position: positionAt(1) } };
    },
    ...routes,
  });
  const view = renderOn(page, <RunsTab plan={plan} onRun={() => undefined} />, `/northwind/test-plans/plan1/runs${at}`);
  return {
    ...page,
    ...view,
    changes: () => page.sent.filter(({ method }) => method !== 'GET'),
    become: (next: readonly TestPlanRunView[]) => {
      shown = next;
    },
  };
}

describe('the runs of a test plan', () => {
  it('say so when there are none', async () => {
    open([]);
    expect(await screen.findByText('No Test Plan Runs Found')).toBeVisible();
  });

  it('say how many stages pass, and who canceled', async () => {
    const cleanUp = planStageResult({ name: 'Clean up', status: 'skipped', skippedAfter: null });
    const canceled = testPlanRunView({ status: 'Canceled', canceledBy: 'CLI', stages: [cleanUp] });
    open([failed, { ...canceled, id: 'run3' as TestPlanRunId }]);
    const runs = await screen.findByRole('list', { name: 'Runs' });
    expect(runs).toHaveTextContent('1 of 3 stages pass · 1 failed · 1 skipped');
    expect(runs).toHaveTextContent('Canceled By CLI');
    await userEvent.click(within(runs).getAllByRole('button', { name: /^Run of/ })[1] as HTMLElement);
    expect(screen.getByRole('listitem', { name: 'Clean up' })).toHaveTextContent('after Stop Run');
  });

  it('say how long they took against the usual, and about how long what runs still takes', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const goesOn = (id: string, begun: number) => ({
      ...running,
      id: id as TestPlanRunId,
      createdAt: minutesAgo(begun),
      usualDuration: 5.5 * 60_000,
    });
    open([
      goesOn('run4', 1),
      goesOn('run5', 7),
      testPlanRunView({ duration: 90_000, usualDuration: 60_000 }),
      testPlanRunView({ id: 'run6' as TestPlanRunId, status: 'Canceled', duration: 10_000, usualDuration: 60_000 }),
    ]);
    const [quick, slow, completed, canceled] = await screen.findAllByRole('listitem');
    expect(quick).toHaveTextContent(/[34] min left/);
    expect(slow).toHaveTextContent('longer than usual');
    expect(completed).toHaveTextContent('1m 30s+50%');
    expect(canceled).not.toHaveTextContent('%');
  });

  it('open with what failed and what was skipped, each suite with its run or why it has none', async () => {
    const { address } = open([failed]);
    await userEvent.click(await screen.findByRole('button', { name: /^Run of/ }));
    expect(address()).toBe('/northwind/test-plans/plan1/runs?run=run1');
    expect(screen.queryByRole('listitem', { name: 'Smoke', hidden: false })).toBeInTheDocument();
    expect(screen.queryByRole('list', { name: 'Suites of Smoke' })).toBeNull();
    const orders = screen.getByRole('listitem', { name: 'Orders' });
    expect(orders).toHaveTextContent('Error');
    expect(orders).toHaveTextContent('No latest deploy');
    expect(orders).not.toHaveTextContent('4182');
    const ledger = screen.getByRole('listitem', { name: 'Ledger' });
    expect(ledger).toHaveTextContent('387 passed · 9 failed');
    expect(within(ledger).getByRole('link')).toHaveAttribute('href', '/northwind/test-runs/r12');
    await userEvent.click(within(ledger).getByRole('button', { name: 'Run again 1 time' }));
    expect(await screen.findByRole('menuitem', { name: '#11 Failed' })).toHaveAttribute(
      'href',
      '/northwind/test-runs/r11',
    );
    const migration = screen.getByRole('listitem', { name: 'Migration' });
    expect(migration).toHaveTextContent('after Regression failed');
    await userEvent.click(screen.getByRole('button', { name: 'Smoke, Passed' }));
    expect(screen.getByRole('list', { name: 'Suites of Smoke' })).toBeVisible();
  });

  it('rerun what failed, or one suite', async () => {
    const { changes } = open([failed], { 'POST /test-plans/plan1/runs/run1/rerun': answer }, '?run=run1');
    await userEvent.click(await screen.findByRole('button', { name: 'Rerun failed' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rerun Ledger' }));
    await waitFor(() =>
      expect(changes().map(({ body }) => body)).toEqual([{ failed: true }, { testPlanSuiteIds: ['ledger'] }]),
    );
  });

  it('are stopped after a question', async () => {
    const { changes } = open([running], { 'POST /test-plans/plan1/runs/run2/cancel': answer });
    await userEvent.click(await screen.findByRole('button', { name: 'Stop Run' }));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure you stop this run?' });
    expect(changes()).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stop Run' }));
    await waitFor(() => expect(changes()).toMatchObject([{ path: '/test-plans/plan1/runs/run2/cancel' }]));
  });

  it('follow what happens', async () => {
    const { tell, become } = open([running]);
    expect(await screen.findByText('Running')).toBeVisible();
    become([{ ...running, status: 'completed', passed: true }]);
    act(() => tell('testPlanRuns:plan1', { kind: 'changed', ids: ['run2'], position: positionAt(60) }));
    expect(await screen.findByText('Completed')).toBeVisible();
  });

  it('follow the tests of a suite that runs, of which they are not told themselves', async () => {
    const withTests = (passCount: number) => {
      const counts = { testCount: 12, passCount, remainingTests: 12 - passCount };
      const suite = planSuiteResult({ status: 'running', ...runOfSuite(12, 'RUNNING') }, counts);
      return { ...running, stages: [planStageResult({ status: 'running', suites: [suite] })] };
    };
    const { tell, become } = open([withTests(2)], {}, '?run=run2');
    expect(await screen.findByText('2 of 12')).toBeVisible();
    become([withTests(7)]);
    act(() => tell('testRuns', { kind: 'changed', ids: ['r12'], position: positionAt(60) }));
    expect(await screen.findByText('7 of 12')).toBeVisible();
  });

  it('go back by a page at a time', async () => {
    const many = Array.from({ length: 13 }, (_, at) => testPlanRunView({ id: `run${at}` as TestPlanRunId }));
    open(many);
    const count = () => screen.getAllByRole('button', { name: /^Run of/ }).length;
    await userEvent.click(await screen.findByRole('button', { name: 'Load Older Runs' }));
    await waitFor(() => expect(count()).toBe(13));
    expect(screen.queryByRole('button', { name: 'Load Older Runs' })).toBeNull();
    expect(screen.getByText(/^13 shown, back to/)).toBeVisible();
  });
});

describe('running a test plan', () => {
  it('shows on what each suite is run, warns of what cannot be, and leads to the run', async () => {
    const problem = 'Selected project does not have a latest deploy';
    const of = testPlanDetailView([
      planStageView('First', {
        suites: [planSuiteView('Smoke'), planSuiteView('Orders', { latestDeploy: true, problem })],
      }),
    ]);
    const page = makePage({ 'GET /test-plans/plan1': of, 'POST /test-plans/plan1/runs': answer });
    const { address } = renderOn(page, <RunPlanModal plan={of} onClose={() => undefined} />);
    const dialog = await screen.findByRole('dialog', { name: 'Run Release gate' });
    expect(await within(dialog).findByText(problem)).toBeVisible();
    expect(dialog).toHaveTextContent('1 suite cannot be started as it stands');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Run Test Plan' }));
    await waitFor(() => expect(address()).toBe('/northwind/test-plans/plan1/runs?run=run9'));
  });
});
