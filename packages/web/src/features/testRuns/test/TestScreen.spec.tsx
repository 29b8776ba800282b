import type { TestResultRow } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { attemptView, testResultView } from '../../../testSupport/testResultView.ts';
import { positionAt, resultRow, testRunView } from '../../../testSupport/views.ts';
import { TestScreen } from './TestScreen.tsx';

const rows = [
  resultRow('adds', { status: 'FAIL', file: 'a.spec.ts' }),
  resultRow('pays', { status: 'FAIL', file: 'b.spec.ts' }),
  resultRow('ships', { status: 'FAIL', file: 'c.spec.ts', quarantined: true }),
  resultRow('waits', { file: 'd.spec.ts' }),
];
const adds = testResultView(attemptView(1));
const pays = { ...adds, ...resultRow('pays', { status: 'FAIL' }), recent: [] };

function open(tests: TestResultRow[] = rows, path = '/northwind/test-runs/r1/tests/adds') {
  const page = makePage({
    'GET /test-runs/r1': testRunView(1, { status: 'FAIL', testCount: 4, failCount: 2 }),
    'GET /test-runs/r1/results': { tests, total: tests.length, position: positionAt(9) },
    'GET /test-runs/r1/results/adds': adds,
    'GET /test-runs/r1/results/pays': pays,
    'GET /projects/p1/tests/adds/history': { results: [], defaultBranch: 'main' },
    'GET /projects/p1/tests/pays/history': { results: [], defaultBranch: 'main' },
    'GET /projects/p1/quarantined-tests': [],
    'GET /issue-trackers': [],
    'GET /user-roles': [],
  });
  const screens = (
    <Routes>
      <Route path="/northwind/test-runs/:testRunId/tests/:testKey" element={<TestScreen />} />
      <Route path="/northwind/test-runs/:testRunId/tests/:testKey/:tab" element={<TestScreen />} />
    </Routes>
  );
  return { ...page, ...renderOn(page, screens, path) };
}

describe('the page of a test', () => {
  it('has its name as the heading and the run as the way back', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: /adds$/ })).toBeVisible();
    const back = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByRole('link');
    expect(back).toHaveTextContent(/^← Checkout #1$/);
    expect(back).toHaveAttribute('href', '/northwind/test-runs/r1?test=adds');
  });

  it('steps through the failures that count, by link and by key', async () => {
    const { address } = open();
    const stepper = within(await screen.findByRole('navigation', { name: 'Failed tests' }));
    expect(stepper.getByText('1 of 2 failed')).toBeVisible();
    expect(stepper.queryByRole('link', { name: /^Previous/ })).not.toBeInTheDocument();
    await userEvent.click(stepper.getByRole('link', { name: 'Next failed test (n)' }));
    expect(await screen.findByRole('heading', { level: 1, name: /pays$/ })).toBeVisible();
    expect(address()).toBe('/northwind/test-runs/r1/tests/pays/console');
    expect(await screen.findByText('2 of 2 failed')).toBeVisible();
    await userEvent.keyboard('p');
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r1/tests/adds/console'));
  });

  it('has no stepper where no other test failed', async () => {
    open(rows.filter(({ name }) => name !== 'pays'));
    await screen.findByRole('heading', { level: 1, name: /adds$/ });
    expect(screen.queryByRole('navigation', { name: 'Failed tests' })).not.toBeInTheDocument();
  });

  it('offers no tab without content, except the one that the address names', async () => {
    const { unmount } = open();
    await screen.findByRole('tab', { name: 'Console', selected: true });
    const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(tabs()).toEqual(['Console', 'History']);
    unmount();
    open(rows, '/northwind/test-runs/r1/tests/adds/screenshots');
    expect(await screen.findByText('No screenshots were captured for this test')).toBeVisible();
  });

  it('has a heading for each part of the rail', async () => {
    open();
    const rail = within(await screen.findByRole('complementary', { name: 'Decisions' }));
    await rail.findByRole('heading', { name: 'Quarantine' });
    expect(rail.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
      'Review',
      'Issues',
      'Quarantine',
      'This result',
    ]);
  });
});
