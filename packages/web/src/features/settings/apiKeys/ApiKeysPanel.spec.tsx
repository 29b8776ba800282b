import type { ApiKeyId, NamedApiKeyView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { enter } from '../../../testSupport/retype.ts';
import { ApiKeysPanel } from './ApiKeysPanel.tsx';

const jenkins: NamedApiKeyView = {
  id: 'k1' as ApiKeyId,
  name: 'Jenkins',
  scope: 'CI',
  end: 'wxyz',
  createdAt: '2026-03-01T12:00:00.000Z',
  createdBy: { id: 'u1', fullName: 'Marta Ruiz', email: 'm@n.test' },
  expiresAt: null,
  lastUsedAt: null,
};
const away = { status: 503, body: { code: 'store.away', message: 'The store is away.', requestId: 'req-7' } };

describe('named API keys', () => {
  it('say that they could not be loaded, and load when asked again', async () => {
    const page = makePage({ 'GET /account/api-keys': () => away });
    renderOn(page, <ApiKeysPanel />);
    expect(await screen.findByRole('alert')).toHaveTextContent('The API keys could not be loaded');
    page.routes['GET /account/api-keys'] = [jenkins];
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    const row = await screen.findByRole('row', { name: /Jenkins/ });
    expect(row).toHaveTextContent('CI: start runs and report results');
    expect(row).toHaveTextContent('by Marta Ruiz');
  });

  it('are made by keyboard with a name, a scope and an end, and shown only once', async () => {
    const keys: NamedApiKeyView[] = [];
    const page = makePage({
      'GET /account/api-keys': () => ({ body: keys }),
      'POST /account/api-keys': () => {
        keys.push(jenkins);
        return { status: 201, body: { id: 'k1', key: 'assay_secret-wxyz' } };
      },
    });
    renderOn(page, <ApiKeysPanel />);
    await userEvent.click(await screen.findByRole('button', { name: 'New API key' }));
    const dialog = await screen.findByRole('dialog', { name: 'New API key' });
    const name = await within(dialog).findByLabelText(/Name/);
    await userEvent.type(name, '{Enter}');
    expect(await within(dialog).findByText("Can't be blank")).toBeVisible();
    await enter(name, ' Jenkins ');
    await enter(within(dialog).getByLabelText('Expires'), '2020-01-31');
    await userEvent.type(name, '{Enter}');
    expect(await within(dialog).findByText('Select a date in the future')).toBeVisible();
    await userEvent.clear(within(dialog).getByLabelText('Expires'));
    await enter(within(dialog).getByLabelText('Expires'), '2126-01-31');
    await userEvent.type(name, '{Enter}');
    expect(await within(dialog).findByText('assay_secret-wxyz')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Copy key' })).toHaveFocus();
    const [made] = page.sent.filter(({ method }) => method === 'POST');
    const expiresAt = new Date('2126-01-31T23:59:59.999').toISOString();
    expect(made?.body).toEqual({ name: 'Jenkins', scope: 'CI', expiresAt });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }));
    expect(await screen.findByRole('row', { name: /Jenkins/ })).toBeVisible();
    await waitFor(() => expect(screen.queryByText('assay_secret-wxyz')).toBeNull());
  });

  it('of coding agents come with the settings that connect these', async () => {
    const page = makePage({
      'GET /account/api-keys': [],
      'POST /account/api-keys': () => ({ status: 201, body: { id: 'k1', key: 'assay_secret-wxyz' } }),
    });
    renderOn(page, <ApiKeysPanel />);
    await userEvent.click(await screen.findByRole('button', { name: 'New API key' }));
    const dialog = await screen.findByRole('dialog', { name: 'New API key' });
    await enter(await within(dialog).findByLabelText(/Name/), 'My editor');
    await userEvent.click(within(dialog).getByRole('combobox', { name: /Scope/ }));
    await userEvent.click(await screen.findByRole('option', { name: /^Coding agent/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create key' }));
    const settings = await within(dialog).findByText(/"mcpServers"/);
    expect(JSON.parse(settings.textContent ?? '')).toMatchObject({
      mcpServers: {
        assay: { url: `${window.location.origin}/mcp`, headers: { Authorization: 'Bearer assay_secret-wxyz' } },
      },
    });
    expect(within(dialog).getByRole('button', { name: 'Copy settings' })).toBeVisible();
  });

  it('are revoked only after confirmation', async () => {
    const page = makePage({
      'GET /account/api-keys': [jenkins],
      'DELETE /account/api-keys/k1': () => ({ status: 204, body: null }),
    });
    renderOn(page, <ApiKeysPanel />);
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke Jenkins' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revoke Jenkins?' });
    expect(page.sent.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke Jenkins' }));
    await waitFor(() => expect(page.sent.map(({ method }) => method)).toContain('DELETE'));
  });

  it('say which have expired, and come in pages where there are very many', async () => {
    const many = Array.from({ length: 250 }, (_, index) => ({
      ...jenkins,
      id: `k${index}` as ApiKeyId,
      name: `Key ${index}`,
      expiresAt: index === 0 ? '2020-01-01T00:00:00.000Z' : null,
    }));
    renderOn(makePage({ 'GET /account/api-keys': many }), <ApiKeysPanel />);
    expect(await screen.findByRole('row', { name: /Key 0 .*expired/ })).toBeVisible();
    expect(screen.queryByText('Key 100')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /Next/ }));
    expect(await screen.findByText('Key 100')).toBeVisible();
  });
});
