import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { ApiKeyPanel } from './ApiKeyPanel.tsx';

const known = { id: 'k1', end: 'wxyz', createdAt: '2026-03-01T12:00:00.000Z', lastUsedAt: null };

describe('the API key in the settings', () => {
  it('is made and shown only once', async () => {
    const page = makePage({
      'GET /account/api-key': null,
      'POST /account/api-key': { id: 'k1', key: 'assay_secret-wxyz' },
    });
    renderOn(page, <ApiKeyPanel />);
    await userEvent.click(await screen.findByRole('button', { name: 'Make a key' }));
    expect(await screen.findByText('assay_secret-wxyz')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy key' })).toBeVisible();
  });

  it('is shown by its last characters afterwards, and replaced only after confirmation', async () => {
    const page = makePage({ 'GET /account/api-key': known, 'POST /account/api-key': { id: 'k2', key: 'assay_next' } });
    renderOn(page, <ApiKeyPanel />);
    expect(await screen.findByText('wxyz')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Make a new key' }));
    expect(await screen.findByText(/refused at once/)).toBeVisible();
    expect(page.sent.some(({ method }) => method === 'POST')).toBe(false);
  });
});
