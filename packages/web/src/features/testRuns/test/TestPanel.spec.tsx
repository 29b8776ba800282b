import type { TestResultView, TestRunnerId } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { attemptView, testResultView } from '../../../testSupport/testResultView.ts';
import { testRunView } from '../../../testSupport/views.ts';
import { TestPanel } from './TestPanel.tsx';

async function show(test: TestResultView) {
  const page = makePage({ 'GET /test-runs/r1/results/adds': test });
  renderOn(page, <TestPanel run={testRunView(1)} testKey="adds" />, '/northwind/test-runs/r1');
  return within(await screen.findByRole('article', { name: 'adds' }));
}

describe('the head of a test', () => {
  it('says on which runner it ran, and leads to the runners', async () => {
    const test = { ...testResultView(attemptView(1)), testRunnerId: 'r1-agent-1' as TestRunnerId };
    expect((await show(test)).getByRole('link', { name: 'on Runner 2' })).toHaveAttribute(
      'href',
      '/northwind/test-runs/r1/runners',
    );
  });

  it('says how long it took, unless it was skipped', async () => {
    const passed = { ...testResultView(attemptView(1)), duration: 0 };
    const panel = await show(passed);
    expect(panel.getByText('0ms')).toBeVisible();
  });

  it.each(['IGNORED', 'NOT_RUN'] as const)('says nothing of how long it took when it is %s', async (status) => {
    const skipped = { ...testResultView(attemptView(1, { status: 'IGNORED', duration: 0 })), status, duration: 0 };
    const panel = await show(skipped);
    expect(panel.getByText('cart.spec.ts')).toBeVisible();
    expect(panel.queryByText(/0ms/)).not.toBeInTheDocument();
  });
});
