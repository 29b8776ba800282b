import type { TestId, TestRename } from '@assay/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { testResultView } from '../../../testSupport/testResultView.ts';
import { positionAt } from '../../../testSupport/views.ts';
import { RenameNote } from './RenameNote.tsx';

const path = '/projects/p1/renamed-tests';
const rename = (id: string, testId: string, change: Partial<TestRename> = {}): TestRename => ({
  ...{ id: id as TestId, testId: testId as TestId, file: 'test/cart.spec.ts', name: 'adds' },
  ...{ formerFile: 'src/cart.spec.ts', formerName: 'adds', reason: 'MOVED_FILE', testRunId: 'r1' },
  ...{ at: '2026-11-01T10:00:00Z' },
  ...change,
});

function open(suggested: TestRename[], renamed: TestRename[]) {
  const page = makePage({
    [`GET ${path}`]: { suggested, renamed, renamedCount: renamed.length },
    [`POST ${path}/decisions`]: { id: 'p1', revision: '1', position: positionAt(9) },
  });
  renderOn(page, <RenameNote test={testResultView()} />);
  return page.sent;
}

describe('the earlier names of a test', () => {
  it('are those that it has kept its history from, and can be separated', async () => {
    const sent = open([], [rename('new', 'adds')]);
    expect(await screen.findByRole('region', { name: 'Earlier names' })).toHaveTextContent(
      /adds in src\/cart\.spec\.ts, until/,
    );
    expect(sent.find(({ method, path: at }) => method === 'GET' && at.startsWith(path))?.path).toBe(
      `${path}?testId=adds`,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Separate' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ ids: ['new'], decision: 'SEPARATE' }),
    );
  });

  it('may be suggested to a new test', async () => {
    const sent = open([rename('adds', 'former', { formerName: 'adds up' })], []);
    expect(await screen.findByRole('region', { name: 'Earlier names' })).toHaveTextContent('Perhaps: adds up');
    await userEvent.click(await screen.findByRole('button', { name: 'Same test' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ ids: ['adds'], decision: 'JOIN' }),
    );
  });

  it('are not shown to the test of before', async () => {
    const sent = open([rename('new', 'adds')], []);
    await waitFor(() => expect(sent.some(({ path: at }) => at.startsWith(path))).toBe(true));
    expect(screen.queryByRole('region')).toBeNull();
  });
});
