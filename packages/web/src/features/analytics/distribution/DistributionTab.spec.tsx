import type { DistributedTestPage, TestDistributionAnalysis, TestDistributionRuleView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes as Screens } from 'react-router';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { positionAt, projectView } from '../../../testSupport/views.ts';
import { AnalyticsScreen } from '../AnalyticsScreen.tsx';

const rule = {
  id: 'r1',
  orderToApply: 3,
  ruleType: 'FILE',
  assignedTo: 'UNIT',
  projectId: null,
  projectName: null,
  testSuiteId: null,
  testSuiteName: null,
  includePatterns: ['*.unit.ts', 'src/*'],
  createdAt: '2026-11-01T00:00:00.000Z',
  position: positionAt(1),
  revision: '0',
} as TestDistributionRuleView;

const none = { unitTestCount: 0, integrationTestCount: 0, e2eTestCount: 0, unmatchedTestCount: 0 };
const analysis = {
  start: '2026-08-26T00:00:00.000Z',
  end: '2026-11-25T00:00:00.000Z',
  unitTestCount: 1_200,
  integrationTestCount: 300,
  e2eTestCount: 100,
  unmatchedTestCount: 2,
  lastQuarter: {
    start: '2026-05-27T00:00:00.000Z',
    end: '2026-08-26T00:00:00.000Z',
    ...none,
    unitTestCount: 900,
    e2eTestCount: 140,
  },
  rules: [{ ruleId: 'r1', testCount: 1_200, lastTestCount: 900 }],
} as TestDistributionAnalysis;
const page = {
  total: 1,
  tests: [
    {
      projectId: 'p1',
      testId: 't1',
      file: 'src/a.unit.ts',
      name: 'adds',
      assignedTo: 'UNIT',
      ruleId: 'r1',
      lastTestRunId: 'run1',
    },
  ],
} as DistributedTestPage;

function show(change: Routes = {}, query = '') {
  const made = makePage({
    'GET /projects': [projectView()],
    'GET /test-distribution-analysis-rule': [rule],
    'POST /test-distribution-analysis': analysis,
    'GET /test-distribution-analysis/tests': page,
    ...change,
  });
  const screens = (
    <Screens>
      <Route path="/:account/dashboard/analytics/:tab" element={<AnalyticsScreen />} />
    </Screens>
  );
  return { ...renderOn(made, screens, `/northwind/dashboard/analytics/test-distribution${query}`), ...made };
}

describe('the distribution of tests', () => {
  it('shows the pyramid beside the one of last quarter, and its numbers in a table', async () => {
    show();
    const now = await screen.findByRole('figure', { name: 'These 91 days' });
    expect(now).toHaveTextContent('End-to-end100 6.3%Integration300 18.8%Unit1,200 75%');
    expect(screen.getByRole('figure', { name: 'Previous 91 days' })).toHaveTextContent('Unit900');
    const rows = within(screen.getByRole('table', { name: 'Tests per type' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'End-to-end100140−40',
      'Integration3000+300',
      'Unit1,200900+300',
      'No rule20+2',
    ]);
    expect(screen.getByRole('table', { name: 'Tests per rule' })).toHaveTextContent(
      '3: File matches *.unit.ts or src/*',
    );
  });

  it('names the tests with the rule that they fell under, and leads to their newest result', async () => {
    show();
    const table = within(await screen.findByRole('table', { name: 'Tests by type' }));
    expect(table.getByText('3: File matches *.unit.ts or src/*')).toBeVisible();
    expect(table.getByRole('link', { name: 'adds' }).getAttribute('href')).toMatch(/test-runs\/run1\/tests\//);
  });

  it('lists the tests of a level, and those that no rule fits', async () => {
    const shown = show();
    const asked = () => shown.sent.findLast(({ path }) => path.startsWith('/test-distribution-analysis/tests'))?.path;
    await userEvent.click(await screen.findByRole('button', { name: 'List End-to-end tests' }));
    await waitFor(() => expect(asked()).toContain('assignedTo=END_TO_END'));
    await userEvent.click(screen.getByRole('button', { name: 'Show them' }));
    await waitFor(() => expect(asked()).toContain('assignedTo=NONE'));
    expect(new URL(shown.address(), 'http://assay').searchParams.get('type')).toBe('NONE');
  });

  it('asks for the quarter and the projects in the address', async () => {
    const { sent } = show({}, '?from=2026-09-01&project=p1');
    await screen.findByRole('figure', { name: 'These 91 days' });
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      startTime: '2026-09-01T00:00:00.000Z',
      projectId: 'p1',
    });
    expect(screen.getByRole('button', { name: 'Quarter: 91 days from 2026-09-01' })).toBeVisible();
  });

  it('is shown as of a moment of the past, with what is not of that moment', async () => {
    const at = '2026-10-15T10:00:00.000Z';
    const { sent } = show({}, `?at=${at}`);
    await screen.findByRole('figure', { name: 'These 91 days' });
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      startTime: '2026-07-17T00:00:00.000Z',
      projectId: '',
      at,
    });
    await screen.findByRole('table', { name: 'Tests by type' });
    expect(sent.find(({ path }) => path.startsWith('/test-distribution-analysis/tests'))?.path).toContain(
      `at=${encodeURIComponent(at)}`,
    );
    expect(screen.getByText(/So are the rules, and what a test leads to/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Back to now' }));
    await waitFor(() => expect(sent.findLast(({ method }) => method === 'POST')?.body).not.toHaveProperty('at'));
  });

  it('says that no tests were run', async () => {
    show({
      'POST /test-distribution-analysis': { ...analysis, ...none, lastQuarter: { ...analysis.lastQuarter, ...none } },
    });
    expect(await screen.findByText('No tests were run')).toBeVisible();
  });
});
