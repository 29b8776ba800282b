import { type TestResultRow, type TestRunId, type TestRunView, topics } from '@assay/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { positionAt, resultRow, testRunView } from '../../../testSupport/views.ts';
import { ResultsTab } from './ResultsTab.tsx';

/** `files` files with 50 tests each: `a1` … `a50`, `b1` … */
function testsOf(files: string): TestResultRow[] {
  return [...files].flatMap((file) =>
    Array.from({ length: 50 }, (_, index) =>
      resultRow(`${file}${index + 1}`, { file: `${file}.spec.ts`, line: index + 1 }),
    ),
  );
}

const at = (query = '') => `/northwind/test-runs/r1${query}`;

function open(
  tests: TestResultRow[],
  address = at(),
  run: TestRunView = testRunView(1),
  changed: TestResultRow[] = [],
) {
  const routes: Routes = {
    'GET /test-runs/r1/results': ({ path }: { path: string }) => {
      const shown = path.includes('since=') ? changed : tests;
      return { body: { tests: shown, total: shown.length, position: positionAt(path.includes('since=') ? 30 : 20) } };
    },
  };
  const page = makePage(routes);
  return { ...page, ...renderOn(page, <ResultsTab run={run} />, address) };
}

const tree = () => screen.findByRole('tree', { name: 'Tests' });
const namesIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('treeitem')
    .filter((item) => item.getAttribute('aria-level') === '2')
    .map((item) => item.querySelector('[title]')?.textContent ?? '');
const shownTests = async () => namesIn(await tree());
const choosePages = async () => userEvent.click(await screen.findByRole('radio', { name: 'Pages of 20' }));
const numbered = (file: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${file}${from + index}`);

afterEach(() => localStorage.clear());

describe('a list of more than 200 tests', () => {
  it('is endless, or has pages of 20 where these are chosen, with the page in the address', async () => {
    const { address } = open(testsOf('abcde'));
    await tree();
    expect(screen.getByRole('radio', { name: 'Endless' })).toBeChecked();
    expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
    await choosePages();
    await waitFor(async () => expect(await shownTests()).toEqual(numbered('a', 1, 20)));
    expect(screen.getByRole('navigation', { name: 'Pages' })).toHaveTextContent('1–20 of 250');
    expect(screen.getByRole('button', { name: '← Previous' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Next →' }));
    await userEvent.click(screen.getByRole('button', { name: 'Next →' }));
    await waitFor(async () => expect(await shownTests()).toEqual([...numbered('a', 41, 50), ...numbered('b', 1, 10)]));
    expect(screen.getByRole('status')).toHaveTextContent('Page 3 of 13');
    expect(address()).toBe(at('?page=3'));
    await userEvent.click(screen.getByRole('radio', { name: 'Endless' }));
    await waitFor(async () => expect(await shownTests()).toContain('a1'));
    expect(address()).toBe(at());
  });

  it('remembers the choice, and opens on the page of the address', async () => {
    const { unmount } = open(testsOf('abcde'));
    await choosePages();
    unmount();
    open(testsOf('abcde'), at('?page=13'));
    await waitFor(async () => expect(await shownTests()).toEqual(numbered('e', 41, 50)));
    expect(screen.getByRole('button', { name: 'Next →' })).toBeDisabled();
  });

  it('opens on the page of the test that the address names', async () => {
    localStorage.setItem('assay.listDisplay', '"pages"');
    const { address } = open(testsOf('abcde'), at('?test=c1'));
    await waitFor(async () => expect(await shownTests()).toContain('c1'));
    expect(new URLSearchParams(address().split('?')[1]).get('page')).toBe('6');
  });

  it('moves on to the next page by keys', async () => {
    localStorage.setItem('assay.listDisplay', '"pages"');
    open(testsOf('abcde'), at('?test=a20'));
    await waitFor(async () => expect(await shownTests()).toContain('a20'));
    await userEvent.keyboard('j');
    await waitFor(async () => expect(await shownTests()).toEqual([...numbered('a', 21, 40)]));
    expect(await screen.findByRole('treeitem', { name: /a21/, selected: true })).toBeVisible();
    await userEvent.keyboard('k');
    await waitFor(async () => expect(await shownTests()).toContain('a20'));
  });

  it('returns to the first page when it is filtered, and is endless again where few match', async () => {
    localStorage.setItem('assay.listDisplay', '"pages"');
    const tests = testsOf('abcde').map((row, index) =>
      index % 50 === 0 ? { ...row, status: 'IGNORED' as const } : row,
    );
    const { address } = open(tests, at('?page=2'));
    await waitFor(async () => expect(await shownTests()).toContain('a21'));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search tests' }), 'spec');
    await waitFor(() => expect(address()).toBe(at('?search=spec')));
    await waitFor(async () => expect(await shownTests()).toContain('a2'));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search tests' }), ' e.spec');
    await waitFor(() => expect(screen.queryByRole('radio', { name: 'Endless' })).not.toBeInTheDocument());
    await waitFor(async () => expect((await shownTests()).length).toBeGreaterThan(20));
  });

  it('says that the page was not found, and leads to the last one', async () => {
    localStorage.setItem('assay.listDisplay', '"pages"');
    open(testsOf('abcde'), at('?page=99'));
    expect(await screen.findByText('Page not found')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Go to the last page' }));
    await waitFor(async () => expect(await shownTests()).toEqual(numbered('e', 41, 50)));
  });

  it('keeps its tests under the pointer while a live run goes on', async () => {
    localStorage.setItem('assay.listDisplay', '"pages"');
    const running = testsOf('abcde').map((row) => ({ ...row, status: 'RUNNING' as const }));
    const failed = { ...running[249], status: 'FAIL', position: positionAt(30) } as TestResultRow;
    const passed = { ...running[0], status: 'PASS', position: positionAt(30) } as TestResultRow;
    const live = testRunView(1, { status: 'RUNNING', testCount: 250 });
    const { tell } = open(running, at('?status=RUNNING&status=FAIL'), live, [failed, passed]);
    await waitFor(async () => expect(await shownTests()).toEqual(numbered('a', 1, 20)));
    const user = userEvent.setup();
    await user.hover(await tree());
    act(() => tell(topics.testRunTests('r1' as TestRunId), { kind: 'changed', ids: [], position: positionAt(30) }));
    await waitFor(async () =>
      expect(within(await tree()).getAllByRole('img', { name: 'Passed' }).length).toBeGreaterThan(0),
    );
    expect(await shownTests()).toEqual(numbered('a', 1, 20));
    await user.unhover(await tree());
    await waitFor(async () => expect((await shownTests())[0]).toBe('e50'));
    expect(await shownTests()).not.toContain('a1');
  });
});

describe('a list of 200 tests', () => {
  it('offers no pages', async () => {
    localStorage.setItem('assay.listDisplay', '"pages"');
    open(testsOf('abcd'));
    await tree();
    expect(screen.queryByRole('radio', { name: 'Pages of 20' })).not.toBeInTheDocument();
    expect((await shownTests()).length).toBeGreaterThan(20);
  });
});
