import type { ProjectId, SharedLinkId, SharedLinkView, TestRunId } from '@assay/contract';
import { screen } from '@testing-library/react';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { projectView } from '../../../testSupport/views.ts';
import { SharedLinksPanel } from './SharedLinksPanel.tsx';

const link: SharedLinkView = {
  id: 'one' as SharedLinkId,
  testRunId: 'r7' as TestRunId,
  testRunNumber: 7,
  projectId: 'p1' as ProjectId,
  url: 'https://assay.example.org/shared-run#one.0.abc',
  createdAt: '2026-03-01T12:00:00.000Z',
  createdBy: { id: 'u1', fullName: 'Marta Ruiz', email: 'marta@example.com' },
  expiresAt: '2999-01-01T00:00:00.000Z',
  includesScreenshots: true,
  includesOutput: true,
  lastUsedAt: null,
};

describe('the shared links of an account', () => {
  const open = (answer: unknown) =>
    renderOn(
      makePage({ 'GET /projects': [projectView()], 'GET /shared-links': answer }),
      <SharedLinksPanel />,
      '/northwind/settings/shared-links',
    );

  it('lead to their runs and say what they include', async () => {
    open([link]);
    const run = await screen.findByRole('link', { name: `${projectView().name} #7` });
    expect(run).toHaveAttribute('href', '/northwind/test-runs/r7');
    expect(screen.getByText('Results and errors, screenshots, output')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Revoke' })).toBeVisible();
  });

  it('say how a run is shared while the list is empty', async () => {
    open([]);
    expect(await screen.findByText('No shared links')).toBeVisible();
  });

  it('say that they could not be loaded', async () => {
    open(() => ({ status: 503, body: { code: 'store.away', message: 'Away.' } }));
    expect(await screen.findByText('The shared links could not be loaded')).toBeVisible();
  });
});
