import { displayOfRun, type TestRunId, type TestRunView } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import { type CountedRun, countedRuns } from '../../../../test/support/countedRuns.ts';
import { RecentRuns } from '../features/projects/home/RecentRuns.tsx';
import { PlanRunSuite } from '../features/testPlans/runs/PlanRunSuite.tsx';
import { runTitle } from '../features/testRuns/status/runTitle.ts';
import { SlotLine } from '../features/triggers/SlotLine.tsx';
import { makePage, renderOn } from '../testSupport/pageOfTests.tsx';
import { planStageResult, planSuiteResult, testPlanRunView } from '../testSupport/testPlanViews.ts';
import { triggerSlotView } from '../testSupport/triggerViews.ts';
import { environmentView, positionAt, projectView, resultRow, testRunView } from '../testSupport/views.ts';
import { statusStrokes } from '../ui/statusStrokes.ts';
import { AppRoutes } from './AppRoutes.tsx';

const why = 'Only skipped or quarantined tests ran';
const stage = { id: 's1', name: 'Production', priority: 1 };
const environment = environmentView({ pipelineStageId: 's1' as never });

function viewOf({ counts }: CountedRun): TestRunView {
  return testRunView(1, { ...counts, statusDisplay: displayOfRun(counts), endTime: '2026-11-01T10:00:00Z' });
}

function open(run: TestRunView, at: string) {
  const environments = [
    { environmentId: environment.id, latest: [{ run, failingSince: null }], recent: [run], lastRunAt: null },
  ];
  const page = makePage({
    'GET /test-runs': { testRuns: [run], total: 1, position: positionAt(1) },
    'GET /test-runs/r1': run,
    'GET /test-runs/r1/results': { tests: [resultRow('adds')], total: 1, position: positionAt(1) },
    'GET /test-runs/r1/deploys': [],
    'GET /pipeline-stages': [stage],
    'GET /environments': [environment],
    'GET /projects': [projectView()],
    'GET /test-runs/recent-for-environments': { environments, position: positionAt(1) },
  });
  renderOn(page, <AppRoutes />, at);
}

/** The text with a bar between its parts: adjacent numbers are not one number. */
function textOf(element: Element): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const parts: string[] = [];
  while (walker.nextNode()) parts.push(walker.currentNode.textContent ?? '');
  return parts.join('|').replaceAll('|, |', ', ').replaceAll('| passed', ' passed').replaceAll('| failed', ' failed');
}

/** What an element says of passed, failed and quarantined tests, in its text and in the names of its bars. */
function countsIn(element: HTMLElement) {
  const named = (name: string) => [...element.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name));
  // Those of earlier runs are not its own.
  const labels = named('aria-label').filter((label) => !label?.includes('of the last'));
  const said = [textOf(element), ...labels].join(' | ');
  const each = (pattern: RegExp) => [...new Set(said.match(pattern))];
  return {
    passed: each(/[\d,]*\d passed(?:, (?:\d+ of them|all) flaky|, flaky)?/g),
    failed: each(/[\d,]*\d failed/g),
    shares: each(/\d[\d.]*%/g),
    saysWhy: said.includes(why) || named('title').includes(why),
  };
}

function expectCounts(element: HTMLElement, { passed, failed, isNeutral }: CountedRun): void {
  const said = countsIn(element);
  expect(said.passed).toEqual(passed === null ? [] : [passed]);
  expect(said.failed).toEqual(failed === null ? [] : [failed]);
  expect(said.saysWhy).toBe(isNeutral);
}

describe.each(countedRuns)('a run $name', (counted) => {
  const run = viewOf(counted);
  const { share, isNeutral, sentence, counts } = counted;

  it('has its counts in the list of runs', async () => {
    open(run, '/northwind/test-runs');
    const row = (await screen.findByRole('link', { name: /#1/ })).closest('li') as HTMLElement;
    expectCounts(row, counted);
    expect(countsIn(row).shares).toEqual(share === null ? [] : [share.percent]);
    if (share !== null) expect(within(row).getByTitle(`${share.percent} of ${share.of} that ran`)).toBeVisible();
    if (isNeutral) expect(row).toHaveTextContent(/2 (ignored|quarantined)/);
  });

  it('has its counts in its head', async () => {
    open(run, '/northwind/test-runs/r1');
    const head = within(await screen.findByRole('list', { name: 'About this run' }));
    expect(head.queryByText(why) !== null).toBe(isNeutral);
    const list = screen.queryByRole('list', { name: 'Counts' });
    const said =
      list === null
        ? []
        : within(list)
            .getAllByRole('button')
            .map(({ textContent }) => textContent);
    const text = said.join(', ').replace(/^(.*?failed), (.*)$/, '$2, $1');
    const all = sentence.replace(/^[\d,]+ tests:? ?/, '').replace(', and ', ', ');
    const expected = all === '2 quarantined tests' ? '2 quarantined' : all;
    expect(text.split(', ').toSorted()).toEqual(expected.split(', ').toSorted());
    expect(runTitle(run)).toBe(`${run.statusDisplay} · ${run.project.name} #1`);
  });

  it('has its counts in its details', async () => {
    open(run, '/northwind/test-runs/r1/details');
    const facts = within(await screen.findByRole('region', { name: 'Tests' }));
    const passed = counted.passed?.replace(' passed', '') ?? '0';
    const said = share === null ? passed : `${passed} (${share.percent} of ${share.of} that ran)`;
    expect(facts.getByText('Passed').nextElementSibling).toHaveTextContent(said);
    expect(facts.getByText('Failed').nextElementSibling).toHaveTextContent(String(counts.failCount));
  });

  it('has its counts on the dashboard', async () => {
    open(run, '/northwind/dashboard');
    const card = await screen.findByRole('region', { name: environment.name });
    await within(card).findAllByText(/#1/);
    expectCounts(card, counted);
  });

  it('has its counts in its project', () => {
    renderOn(makePage(), <RecentRuns project={projectView()} runs={[run]} total={1} />);
    const list = screen.getByRole('list', { name: 'Recent runs' });
    const said = countsIn(list);
    expect(said.shares).toEqual(share === null ? [] : [share.percent]);
    expect(said.failed).toEqual(counted.failed === null ? [] : [counted.failed]);
    expect(said.passed).toEqual(counted.failed !== null || counted.passed === null ? [] : [counted.passed]);
    expect(said.saysWhy).toBe(isNeutral);
  });

  it('has its counts at the trigger that started it', () => {
    const { status, nothingCouldPass, passCount, flakyCount, failCount } = counts;
    const testRun = { id: 'r1' as TestRunId, number: 1, status, nothingCouldPass, passCount, flakyCount, failCount };
    renderOn(makePage(), <SlotLine slot={triggerSlotView({ testRun })} />);
    const line = screen.getByRole('listitem');
    expectCounts(line, counted);
    const shape = isNeutral ? 'ignored' : status === 'PASS' ? 'pass' : 'fail';
    expect(line.querySelector('svg path')).toHaveAttribute('d', statusStrokes[shape]);
  });

  it('has its counts in the run of its plan', () => {
    const { testCount, passCount, flakyCount, failCount, ignoredCount, notRunCount } = counts;
    const status = counts.status === 'PASS' && !isNeutral ? 'pass' : 'fail';
    const suite = planSuiteResult(
      { status, message: isNeutral ? why : null },
      { testCount, passCount, flakyCount, failCount, ignoredCount, notRunCount },
    );
    const planRun = testPlanRunView({ stages: [planStageResult({ suites: [suite] })] });
    renderOn(makePage(), <PlanRunSuite run={planRun} suite={suite} />);
    expectCounts(screen.getByRole('listitem', { name: 'Smoke' }), counted);
  });
});
