import type { DeployKeyId, DeployKeyView } from '@assay/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { positionAt } from '../../../testSupport/views.ts';
import { DeployKey } from './DeployKey.tsx';

const gitUrl = 'git@git.example.org:northwind/shop.git';
const key: DeployKeyView = {
  id: 'acme.shop' as DeployKeyId,
  gitUrl,
  publicKey: 'ssh-ed25519 AAAAC3Nz Assay',
  createdAt: '2026-03-01T12:00:00.000Z',
  position: positionAt(1),
  revision: '0',
};

describe('the deploy key of a repository', () => {
  it('is made on demand and shown to be copied', async () => {
    const keys: DeployKeyView[] = [];
    const page = makePage({
      'GET /deploy-keys': () => ({ body: keys }),
      'POST /deploy-keys': () => {
        keys.push(key);
        return { status: 201, body: { id: key.id, revision: '0', position: positionAt(2) } };
      },
    });
    renderOn(page, <DeployKey gitUrl={gitUrl} />, '/northwind/projects/new');
    await userEvent.click(await screen.findByRole('button', { name: 'Make deploy key' }));
    expect(await screen.findByText(key.publicKey)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy key' })).toBeVisible();
    expect(page.sent.find(({ method }) => method === 'POST')?.body).toEqual({ gitUrl });
  });

  it('says why it cannot be made', async () => {
    const message = 'Repositories of that host are not allowed here.';
    const page = makePage({
      'GET /deploy-keys': [],
      'POST /deploy-keys': () => ({
        status: 400,
        body: { code: 'request.invalid', message, errors: [{ field: 'gitUrl', message }] },
      }),
    });
    renderOn(page, <DeployKey gitUrl={gitUrl} />, '/northwind/projects/new');
    await userEvent.click(await screen.findByRole('button', { name: 'Make deploy key' }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('is not spoken of where git does not read by ssh', async () => {
    const page = makePage({});
    const { container } = renderOn(page, <DeployKey gitUrl="https://git.example.org/shop.git" />, '/northwind');
    await waitFor(() => expect(page.sent.map(({ path }) => path)).toEqual(['/users/me']));
    expect(container).not.toHaveTextContent(/key/);
  });
});
