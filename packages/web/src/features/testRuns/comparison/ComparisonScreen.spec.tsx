import type { ComparedResult, ComparedTest, ProblemId, ProjectId, RunComparison, TestId } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { catchSavedFiles } from '../../../testSupport/savedFiles.ts';
import { positionAt, testRunView } from '../../../testSupport/views.ts';
import { type ComparisonFrame, ComparisonScreen } from './ComparisonScreen.tsx';

const [before, after] = [testRunView(1), testRunView(2, { environmentName: 'Production' })];
const at = (query = '') =>
  `/northwind/dashboard/analytics/test-run-comparison?test_run_ids=${before.id},${after.id}${query}`;

const Frame: ComparisonFrame = ({ actions, children }) => (
  <>
    {actions}
    {children}
  </>
);

const none: RunComparison = {
  counts: {
    newlyFailing: 0,
    stillFailing: 0,
    fixed: 0,
    flakyInOne: 0,
    notRun: 0,
    added: 0,
    removed: 0,
    slower: 0,
    faster: 0,
    unchanged: 0,
  },
  tests: { first: 0, second: 0 },
  sameError: 0,
  flakyInSecond: 0,
  addedFailing: 0,
  removedFailing: 0,
  slowerMs: 0,
  fasterMs: 0,
};
const comparison: RunComparison = {
  ...none,
  counts: { ...none.counts, newlyFailing: 4, slower: 1, unchanged: 341 },
  tests: { first: 346, second: 346 },
  sameError: 3,
  slowerMs: 2000,
};

function result(status: ComparedResult['status'], more: Partial<ComparedResult> = {}): ComparedResult {
  return {
    testKey: 'pays',
    status,
    flaky: false,
    quarantined: false,
    duration: 1000,
    error: null,
    problemId: null,
    ...more,
  };
}
function compared(name: string, more: Partial<ComparedTest> = {}): ComparedTest {
  return {
    testId: name as TestId,
    file: 'cart.spec.ts',
    name,
    first: result('PASS'),
    second: result('FAIL', { error: 'no connection' }),
    sameError: null,
    alike: 0,
    ...more,
  };
}
const problemId = 'p1' as ProblemId;
const groups: Record<string, ComparedTest[]> = {
  newlyFailing: [
    compared('pays', { alike: 2, second: result('FAIL', { error: 'no connection', problemId }) }),
    compared('ships'),
  ],
  slower: [compared('sorts', { second: result('PASS', { duration: 3000 }) })],
};

function open(routes: Routes = {}, address = at()) {
  const page = makePage({
    [`GET /test-runs/${before.id}`]: before,
    [`GET /test-runs/${after.id}`]: after,
    'GET /test-runs': { testRuns: [after, before], total: 2, position: positionAt(1) },
    'GET /test-runs/comparison': comparison,
    'GET /test-runs/comparison/tests': ({ path }: { path: string }) => {
      const tests = groups[new URL(path, 'http://x').searchParams.get('group') ?? ''] ?? [];
      return { body: { tests, total: tests.length } };
    },
    ...routes,
  });
  return { ...page, ...renderOn(page, <ComparisonScreen Frame={Frame} />, address) };
}
const asked = (sent: readonly { path: string }[], of: string) =>
  sent.map(({ path }) => path).filter((path) => path.startsWith(of));

afterEach(() => localStorage.clear());

describe('the comparison of two runs', () => {
  it.each([
    [
      'two runs are to be selected',
      {},
      '/northwind/dashboard/analytics/test-run-comparison',
      'Please select two test runs for comparison',
    ],
    ['one is missing', {}, `/northwind/x?test_run_ids=${before.id}`, 'Please select two test runs for comparison'],
    [
      'both are the same',
      {},
      `/northwind/x?test_run_ids=${before.id},${before.id}`,
      'Please select two test runs for comparison',
    ],
    ['there are no tests', { 'GET /test-runs/comparison': none }, at(), 'No tests to compare'],
    [
      'the projects differ',
      { [`GET /test-runs/${after.id}`]: { ...after, projectId: 'bank' as ProjectId } },
      at(),
      'Test runs are from different projects',
    ],
  ])('says that %s', async (_, routes, address, message) => {
    open(routes as Routes, address);
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('shows what became of the tests, each leading to both runs', async () => {
    open();
    const failing = await screen.findByRole('region', { name: 'Newly failing' });
    expect(await within(failing).findByText('one error explains 3')).toBeVisible();
    const [passed] = await within(failing).findAllByRole('link', { name: 'Passed in #1' });
    expect(passed).toHaveAttribute('href', `/northwind/test-runs/${before.id}/tests/pays`);
    const [failed] = within(failing).getAllByRole('link', { name: 'Failed in #2' });
    expect(failed).toHaveAttribute('href', `/northwind/test-runs/${after.id}/tests/pays`);
    const slower = screen.getByRole('region', { name: 'Slower' });
    expect(await within(slower).findByText('+2.0s')).toBeVisible();
    expect(within(slower).getByText('3.0×')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Faster' })).not.toBeInTheDocument();
  });

  it('shows ten of the slower tests, says of how many they are, and all on demand', async () => {
    const slower = Array.from({ length: 23 }, (_, index) => compared(`sorts ${index + 1}`));
    const { address, sent } = open({
      'GET /test-runs/comparison': { ...comparison, counts: { ...none.counts, slower: 23 } },
      'GET /test-runs/comparison/tests': ({ path }: { path: string }) => {
        const limit = Number(new URL(path, 'http://x').searchParams.get('limit'));
        return { body: { tests: slower.slice(0, limit), total: 23 } };
      },
    });
    const group = within(await screen.findByRole('region', { name: 'Slower' }));
    expect(group.getByRole('button', { name: /^Slower/ })).toHaveTextContent('Slower10 of 23');
    await userEvent.click(await group.findByRole('button', { name: 'Show all 23' }));
    expect(asked(sent, '/test-runs/comparison/tests')[0]).toContain('limit=10');
    expect(address()).toContain('show=slower');
  });

  it('has pages of 20 where these were chosen and a group has more than 200 tests', async () => {
    localStorage.setItem('assay.listDisplay', '"pages"');
    const all = Array.from({ length: 250 }, (_, index) => compared(`breaks ${index + 1}`));
    const { address } = open(
      {
        'GET /test-runs/comparison': { ...comparison, counts: { ...none.counts, newlyFailing: 250 } },
        'GET /test-runs/comparison/tests': ({ path }: { path: string }) => {
          const { searchParams } = new URL(path, 'http://x');
          const [offset, limit] = [Number(searchParams.get('offset') ?? 0), Number(searchParams.get('limit'))];
          return { body: { tests: all.slice(offset, offset + limit), total: 250 } };
        },
      },
      at('&show=newlyFailing&page=13'),
    );
    expect(await screen.findByText('breaks 241')).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Pages' })).toHaveTextContent('241–250 of 250');
    expect(screen.queryByText('breaks 240')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '← Previous' }));
    expect(await screen.findByText('breaks 221')).toBeVisible();
    expect(address()).toContain('page=12');
    await userEvent.click(screen.getByRole('radio', { name: 'Endless' }));
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument());
    expect(address()).not.toContain('page=');
  });

  it('is saved as a file with every test that changed', async () => {
    const saved = catchSavedFiles();
    open();
    await screen.findByRole('region', { name: 'Newly failing' });
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(async () =>
      expect(await saved.last()).toEqual({
        name: 'comparison-1-2.csv',
        lines: [
          'Change,File,Test,#1 status,#1 seconds,#1 error,#2 status,#2 seconds,#2 error',
          'Newly failing,cart.spec.ts,pays,PASS,1,,FAIL,1,no connection',
          'Newly failing,cart.spec.ts,ships,PASS,1,,FAIL,1,no connection',
          'Slower,cart.spec.ts,sorts,PASS,1,,PASS,3,',
        ],
      }),
    );
    saved.restore();
  });

  it('says in what the runs differ, and warns of durations', async () => {
    open();
    expect(await screen.findByText(/^environment: .* → Production$/)).toBeVisible();
    expect(screen.getByText('Environments differ: compare durations with care')).toBeVisible();
  });

  it('names the frameworks and branches of runs between which the project went to another one', async () => {
    const cypress = { ...before, branch: 'cypress', project: { ...before.project, framework: 'Cypress 13.6' } };
    open({ [`GET /test-runs/${before.id}`]: cypress });
    expect(await screen.findByText('framework: Cypress 13.6 → Playwright')).toBeVisible();
    expect(screen.getByText(`branch: cypress → ${after.branch}`)).toBeVisible();
  });

  it('swaps the runs in the address', async () => {
    const { address, sent } = open();
    await screen.findByRole('region', { name: 'Newly failing' });
    await userEvent.click(screen.getByRole('button', { name: 'Swap the runs' }));
    expect(decodeURIComponent(address())).toContain(`test_run_ids=${after.id},${before.id}`);
    await waitFor(() => expect(asked(sent, '/test-runs/comparison?').at(-1)).toContain(`first=${after.id}`));
  });

  it('leaves only a group whose count is pressed, and then the tests with one error', async () => {
    const { address, sent } = open();
    await userEvent.click(await screen.findByRole('button', { name: '4 newly failing' }));
    expect(address()).toContain('show=newlyFailing');
    expect(screen.queryByRole('region', { name: 'Slower' })).not.toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: '2 more with this error' }));
    expect(address()).toContain(`problem=${problemId}`);
    await waitFor(() =>
      expect(asked(sent, '/test-runs/comparison/tests').at(-1)).toMatch(/problemId=p1&offset=0&limit=100$/),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Show all newly failing' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Show all groups' }));
    expect(await screen.findByRole('region', { name: 'Slower' })).toBeVisible();
  });

  it('takes a query, completes it, and says where it is wrong', async () => {
    const { address, sent } = open();
    await screen.findByRole('region', { name: 'Newly failing' });
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Filter tests by a query' });
    await userEvent.type(field, 'fla');
    await userEvent.click(await screen.findByRole('option', { name: /^flaky/ }));
    expect(field).toHaveValue('flaky ');
    await userEvent.type(field, 'und{Enter}');
    expect(screen.getByText('Expected =, !=, and, or, order by or limit at character 7, found "und"')).toBeVisible();
    expect([field.selectionStart, field.selectionEnd]).toEqual([6, 9]);
    expect(address()).not.toContain('tql');
    await userEvent.clear(field);
    await userEvent.type(field, 'flaky{Enter}');
    expect(address()).toContain('tql=flaky');
    await waitFor(() => expect(asked(sent, '/test-runs/comparison?').at(-1)).toContain('tql=flaky'));
    await userEvent.click(screen.getByRole('button', { name: 'About the query language' }));
    expect(await screen.findByRole('dialog', { name: 'Query language' })).toBeVisible();
  });

  it('offers recent runs of the same project, the other one left out', async () => {
    const { address, sent } = open({}, `/northwind/x?test_run_ids=${before.id}`);
    await waitFor(() => expect(asked(sent, '/test-runs?').at(-1)).toContain(`project=${before.projectId}`));
    await userEvent.click(screen.getByRole('combobox', { name: 'Run after' }));
    const options = await screen.findAllByRole('option');
    expect(options).toHaveLength(1);
    await userEvent.click(options[0] as HTMLElement);
    expect(decodeURIComponent(address())).toContain(`test_run_ids=${before.id},${after.id}`);
  });

  it('says that the comparison failed, and tries again', async () => {
    let calls = 0;
    open({
      'GET /test-runs/comparison': () => {
        calls += 1;
        return calls === 1 ? { status: 500, body: { code: 'internal', message: 'Down' } } : { body: comparison };
      },
    });
    await userEvent.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Newly failing' })).toBeVisible();
  });
});
