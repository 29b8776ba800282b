import type { AuthorizationView } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { positionAt, projectView } from '../../../testSupport/views.ts';
import { AttachTestCode } from '../AttachTestCode.tsx';

const gitlab = {
  id: 'acme.Gitlab',
  provider: 'Gitlab',
  identifier: 'https://gitlab.com',
  means: 'token',
  connectedAt: '2026-03-01T12:00:00.000Z',
  hasWebhook: false,
  commentsOnPullRequests: false,
  position: positionAt(3),
  revision: '0',
} as AuthorizationView;
const org = (id: string) => ({ id, name: id });
const repository = (name: string) => ({ name, gitUrl: `https://gitlab.com/${name}.git`, defaultBranch: 'trunk' });
const at = '/authorizations/acme.Gitlab/organizations';

async function open(routes: Routes) {
  const project = projectView({ gitUrl: null, hasRepo: false });
  const page = makePage({
    'POST /projects/p1/attach-test-code': { id: project.id, revision: '2', position: positionAt(9) },
    ...routes,
  });
  renderOn(page, <AttachTestCode project={project} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Attach test code' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Attach test code' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Choose repository' }));
  return { page, dialog };
}

describe('the repository of a project without code', () => {
  it('is chosen by provider, organization, group and name, and attached', async () => {
    const { page, dialog } = await open({
      'GET /authorizations': [gitlab],
      [`GET ${at}`]: [org('northwind')],
      [`GET ${at}/northwind/suborganizations`]: [org('northwind'), org('northwind/web')],
      [`GET ${at}/northwind/suborganizations/northwind/repos`]: [],
      [`GET ${at}/northwind/suborganizations/northwind%2Fweb/repos`]: ['cart', 'shop'].map((name) =>
        repository(`northwind/web/${name}`),
      ),
    });
    expect(await dialog.findByText('No repositories found')).toBeVisible();
    await userEvent.click(dialog.getByRole('combobox', { name: 'Group' }));
    await userEvent.click(await screen.findByRole('option', { name: 'northwind/web' }));
    await userEvent.type(await dialog.findByRole('textbox', { name: 'Repository' }), 'SHO{Enter}');
    expect(await dialog.findByLabelText(/^Git URL/)).toHaveValue('https://gitlab.com/northwind/web/shop.git');
    await userEvent.click(dialog.getByRole('button', { name: 'Attach' }));
    await screen.findByRole('button', { name: 'Attach test code' });
    expect(page.sent.find(({ method }) => method === 'POST')?.body).toEqual({
      gitUrl: 'https://gitlab.com/northwind/web/shop.git',
      defaultBranch: 'trunk',
    });
  });

  it('needs a git provider to be chosen from', async () => {
    const { dialog } = await open({ 'GET /authorizations': [] });
    const why = 'You must authorize a Git provider before you can add a repository';
    expect(await dialog.findByText(why)).toBeVisible();
  });
});
