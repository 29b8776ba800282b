import type { TestResultView, TestRunId, TestStatus } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { attemptView, testResultView } from '../../../testSupport/testResultView.ts';
import { testRunView } from '../../../testSupport/views.ts';
import { ConsoleTab } from './ConsoleTab.tsx';

const show = (test: TestResultView) => renderOn(makePage(), <ConsoleTab test={test} run={testRunView(1)} isNarrow />);
const since = (number: number) => ({
  testRunId: `r${number}` as TestRunId,
  number,
  at: '2026-11-01T10:00:00Z',
  commit: '4e0b7715aa99',
});

describe('a test that fails again', () => {
  it('says since which run, and leads to it', () => {
    show({ ...testResultView(attemptView(1)), failingSince: since(412) });
    const sentence = screen.getByText(/^Failing since run/).closest('p');
    expect(sentence).toHaveTextContent(/^Failing since run #412, .* at 4e0b771/);
    expect(within(sentence as HTMLElement).getByRole('link', { name: '#412' })).toHaveAttribute(
      'href',
      '/northwind/test-runs/r412/tests/adds',
    );
  });

  it('says that it begins with this run', () => {
    show({ ...testResultView(attemptView(1)), failingSince: since(1) });
    expect(screen.getByText('Failing since this run')).toBeVisible();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  it('says nothing of it once it passes', () => {
    show({
      ...testResultView(attemptView(1, { status: 'PASS', error: null })),
      status: 'PASS',
      failingSince: since(1),
    });
    expect(screen.queryByText(/^Failing since/)).not.toBeInTheDocument();
    expect(screen.getByText('This test printed nothing.')).toBeVisible();
  });
});

describe('a test that was skipped', () => {
  it('has a reason, and neither an error nor a stack trace', () => {
    const stackTrace = 'Skipped: not on Windows\n    at skip (skip.js:3:1)';
    const attempt = attemptView(1, { status: 'IGNORED', error: 'Skipped: not on Windows', stackTrace });
    show({ ...testResultView(attempt), status: 'IGNORED' });
    expect(screen.getByRole('region', { name: 'Reason' })).toHaveTextContent('Skipped: not on Windows');
    const regions = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
    expect(regions).toEqual(['Reason']);
  });
});

describe('a test without any attempt', () => {
  it.each<[TestStatus, string]>([
    ['PENDING', 'This test has not started yet.'],
    ['RUNNING', 'This test is running; what it prints is shown once it ends.'],
    ['IGNORED', 'This test was ignored by its framework.'],
    ['NOT_RUN', 'This test was not run.'],
  ])('that is %s says so', (status, text) => {
    show({ ...testResultView(), status });
    expect(screen.getByText(text)).toBeVisible();
  });
});
