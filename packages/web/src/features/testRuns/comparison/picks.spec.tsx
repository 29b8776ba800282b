import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { testRunView } from '../../../testSupport/views.ts';
import { PickButton, PickIcon } from './PickButton.tsx';
import { PicksBar } from './PicksBar.tsx';
import { pickedWith } from './usePickedRuns.ts';

const [first, second] = [testRunView(1), testRunView(2)];

function open(answer: unknown = second) {
  const page = makePage({ [`GET /test-runs/${first.id}`]: first, [`GET /test-runs/${second.id}`]: answer });
  return renderOn(
    page,
    <>
      <PickIcon testRunId={first.id} of="Checkout #1" />
      <PickButton testRunId={second.id} />
      <PicksBar />
    </>,
  );
}

describe('picking runs to compare', () => {
  afterEach(() => sessionStorage.clear());

  it('opens the comparison of two, in the order in which they were picked', async () => {
    open();
    expect(screen.queryByRole('region', { name: 'Test Comparison' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Add to Test Comparison: Checkout #1' }));
    expect(screen.getByText('Pick another one to compare it with')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Add to Test Comparison' }));
    expect(screen.getByRole('link', { name: 'Compare' })).toHaveAttribute(
      'href',
      `/northwind/dashboard/analytics/test-run-comparison?test_run_ids=${first.id},${second.id}`,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Swap the runs' }));
    expect(screen.getByRole('link', { name: 'Compare' }).getAttribute('href')).toContain(`${second.id},${first.id}`);
  });

  it('stays while somebody goes elsewhere, until it is cleared', async () => {
    const { unmount } = open();
    await userEvent.click(screen.getByRole('button', { name: 'Add to Test Comparison' }));
    unmount();
    open();
    expect(await screen.findByText('1 run picked')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove from Test Comparison' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByText('1 run picked')).not.toBeInTheDocument();
  });

  it.each([
    [404, 'A run that is gone'],
    [503, 'A run that could not be loaded'],
  ])('says of a run without an answer (%d): %s', async (status, said) => {
    open(() => ({ status, body: { code: 'c', message: 'm', requestId: 'r' } }));
    await userEvent.click(screen.getByRole('button', { name: 'Add to Test Comparison' }));
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.getByRole('button', { name: `Remove ${said}` })).toBeVisible();
  });

  it('keeps the last two', () => {
    expect(pickedWith(['a', 'b'], 'c')).toEqual(['b', 'c']);
    expect(pickedWith(['a', 'b'], 'a')).toEqual(['b']);
  });
});
