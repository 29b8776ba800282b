import { type ArtifactView, nothingExpired, type TestAttemptView } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { attemptView, testResultView } from '../../../testSupport/testResultView.ts';
import { accountView, planViews, testRunView } from '../../../testSupport/views.ts';
import { TestPanel } from './TestPanel.tsx';

const video: ArtifactView = { kind: 'video', name: 'pays.webm', size: 1, mediaType: 'video/webm', url: '/blobs/pays' };
const withoutVideos = { ...accountView, legacyPlan: false, currentPlan: 1, currentPlanFeatures: [] };
const attempt = (number: number, videos: ArtifactView[]) => attemptView(number, { videos });

async function openVideos(attemptsDetail: TestAttemptView[], { account = accountView, expired = nothingExpired } = {}) {
  const test = { ...testResultView(...attemptsDetail), expired };
  const routes = { 'GET /test-runs/r1/results/adds': test, 'GET /account': account, 'GET /plans': planViews };
  renderOn(makePage(routes), <TestPanel run={testRunView(1)} testKey="adds" />, '/northwind/test-runs/r1?panel=videos');
  await screen.findByRole('tab', { name: /^Videos/, selected: true });
}

describe('the videos of a test', () => {
  it('are each played where they are, with the attempt that they show', async () => {
    await openVideos([attempt(1, [video]), attempt(2, [{ ...video, name: 'again.webm', url: '/blobs/again' }])]);
    const figures = await screen.findAllByRole('figure');
    expect(figures.map((figure) => figure.textContent)).toEqual(['pays.webm, attempt 1', 'again.webm, attempt 2']);
    const players = figures.map((figure) => figure.querySelector('video'));
    expect(players.map((player) => player?.getAttribute('src'))).toEqual(['/blobs/pays', '/blobs/again']);
    expect(players.every((player) => player?.controls)).toBe(true);
  });

  it('may be none', async () => {
    await openVideos([attempt(1, [])]);
    expect(await screen.findByText('No videos for this test')).toBeVisible();
  });

  it('may be gone by now, which is said with the rule', async () => {
    const attachments = {
      at: '2026-11-01T10:00:00Z',
      rule: 'age' as const,
      bytes: 1,
      keptDays: 30,
      maximumMegabytes: null,
    };
    await openVideos([attempt(1, [])], { expired: { ...nothingExpired, attachments } });
    expect(await screen.findByText(/^Screenshots, videos and files were removed on .* for 30 days\.$/)).toBeVisible();
  });

  it.each([[[video]], [[]]])('are not of every plan, whatever the test has: %j', async (videos) => {
    await openVideos([attempt(1, videos)], { account: withoutVideos });
    expect(await screen.findByText('Videos: not included in your plan')).toBeVisible();
    expect(screen.queryByText('No videos for this test')).not.toBeInTheDocument();
    expect(screen.queryByRole('figure')).not.toBeInTheDocument();
  });

  it('offer the plans that include them, in the dialog of other entries that the plan lacks', async () => {
    await openVideos([attempt(1, [])], { account: withoutVideos });
    await userEvent.click(await screen.findByRole('button', { name: 'Show plans' }));
    const dialog = await screen.findByRole('dialog', { name: 'Videos' });
    expect(await within(dialog).findByText('Videos of tests')).toBeVisible();
  });
});
