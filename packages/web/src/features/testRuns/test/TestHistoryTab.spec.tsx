import type { EarlierResult } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { testResultView } from '../../../testSupport/testResultView.ts';
import { TestHistoryTab } from './TestHistoryTab.tsx';

const earlier = (number: number, change: Partial<EarlierResult> = {}): EarlierResult => ({
  status: 'PASS',
  flaky: false,
  durationMs: 1_000,
  testRunId: `r${number}`,
  number,
  at: '2026-11-01T10:00:00Z',
  commit: '4e0b7715aa99',
  branch: 'main',
  environmentName: 'staging',
  ...change,
});

describe('the history of a test', () => {
  it('has its results of all environments and branches, and leads to each', () => {
    const recent = [
      earlier(9, { flaky: true }),
      earlier(8, { status: 'FAIL', branch: 'release', environmentName: 'production', durationMs: 2_500 }),
      earlier(7, { status: 'IGNORED', commit: null }),
      earlier(6, { status: 'OF_A_LATER_VERSION' }),
    ];
    renderOn(makePage(), <TestHistoryTab test={{ ...testResultView(), recent }} />);
    const links = within(screen.getByRole('list', { name: 'Earlier results' })).getAllByRole('link');
    expect(links.map((link) => within(link).getByRole('img').getAttribute('aria-label'))).toEqual([
      'Flaky',
      'Failed',
      'Ignored',
      'Not run',
    ]);
    expect(links[1]).toHaveTextContent(/#8production · release.*4e0b771.*2\.5s$/);
    expect(links[1]).toHaveAttribute('href', '/northwind/test-runs/r8/tests/adds');
    expect(links[2]).not.toHaveTextContent('4e0b7715');
  });

  it('says that this is the first run of the test', () => {
    renderOn(makePage(), <TestHistoryTab test={testResultView()} />);
    expect(screen.getByText('No earlier results')).toBeVisible();
    expect(screen.queryByRole('list')).not.toBeInTheDocument();
  });
});
