import type { ArtifactView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { attemptView, testResultView } from '../../../testSupport/testResultView.ts';
import { testRunView } from '../../../testSupport/views.ts';
import { ConsoleTab } from './ConsoleTab.tsx';
import { ScreenshotsTab } from './ScreenshotsTab.tsx';
import { TestPanel } from './TestPanel.tsx';

const picture = (name: string): ArtifactView => ({
  kind: 'screenshot',
  name,
  size: 1,
  mediaType: 'image/png',
  url: `/blobs/${name}`,
});
const attempt = attemptView(1, { screenShots: [picture('cart.png'), picture('total.png')] });
const test = testResultView(attempt);
const at = '/northwind/test-runs/r1/tests/adds/screenshots';

describe('the screenshots of a test', () => {
  it('fill the window on a click, and are gone through by the arrow keys, kept in the URL', async () => {
    const user = userEvent.setup();
    const { address } = renderOn(makePage(), <ScreenshotsTab test={test} />, at);
    await user.click(screen.getByRole('button', { name: 'Enlarge cart.png' }));
    const first = await screen.findByRole('dialog', { name: 'cart.png · 1 of 2' });
    expect(within(first).getByRole('button', { name: 'Previous screenshot' })).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{ArrowRight}');
    await screen.findByRole('dialog', { name: 'total.png · 2 of 2' });
    expect(address()).toBe(`${at}?screenshotIndex=1`);
    await user.keyboard('z');
    expect(screen.getByRole('button', { name: 'Actual size', pressed: true })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Enlarge total.png' })).toBeVisible();
  });

  it('show the first one of a failed attempt directly below its error', async () => {
    renderOn(makePage(), <ConsoleTab test={test} run={testRunView(1)} />, at);
    const regions = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
    expect(regions.slice(0, 2)).toEqual(['Error', 'Screenshot']);
    await userEvent.click(screen.getByRole('button', { name: 'Enlarge cart.png' }));
    expect(await screen.findByRole('dialog', { name: 'cart.png · 1 of 2' })).toBeInTheDocument();
  });

  it('stay in view when a test is opened by its link beside the tree', async () => {
    const user = userEvent.setup();
    const page = makePage({ 'GET /test-runs/r1/results/adds': test });
    const { address } = renderOn(page, <TestPanel run={testRunView(1)} testKey="adds" />, '/northwind/test-runs/r1');
    await user.click(await screen.findByRole('tab', { name: 'Screenshots 2' }));
    expect(await screen.findByRole('button', { name: 'Enlarge cart.png' })).toBeVisible();
    expect(address()).toBe('/northwind/test-runs/r1?panel=screenshots');
  });

  it('may be none', () => {
    renderOn(makePage(), <ScreenshotsTab test={testResultView(attemptView(1))} />, at);
    expect(screen.getByText('No screenshots were captured for this test')).toBeVisible();
  });
});
