import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { environmentView, projectView, testSuiteView } from '../../../testSupport/views.ts';
import { BadgePanel } from './BadgePanel.tsx';

const addressOf = (token: string) => `https://assay.example.org/badge/p1.svg?token=${token}`;

function open(routes: Routes, roleType: 'USER' | 'ADMIN' = 'ADMIN') {
  const page = makePage(
    {
      'GET /environments': [environmentView()],
      'GET /test-suites': [testSuiteView()],
      'GET /projects/p1/branches': [{ name: 'release', commit: 'c'.repeat(40) }],
      ...routes,
    },
    { roleType },
  );
  renderOn(page, <BadgePanel project={projectView()} />, '/northwind/projects/checkout/settings');
  return page;
}

/** A badge whose address the fake service makes anew and revokes. */
function badgeOnService(token: string | null): Routes {
  let current = token;
  return {
    'GET /projects/p1/badge': () => ({ body: { url: current && addressOf(current) } }),
    'POST /projects/p1/badge': () => {
      current = 'new';
      return { status: 201, body: { url: addressOf(current) } };
    },
    'DELETE /projects/p1/badge': () => {
      current = null;
      return { status: 204, body: null };
    },
  };
}
const confirm = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const picture = () => screen.findByRole('img', { name: /^Preview/ });

describe('the status badge of a project', () => {
  it('is created by an administrator and shown with its markup', async () => {
    open(badgeOnService(null));
    await userEvent.click(await screen.findByRole('button', { name: 'Create badge' }));
    expect(screen.getByText(/can choose another branch, environment or suite\.$/)).toBeVisible();
    expect(await picture()).toHaveAttribute('src', '/badge/p1.svg?token=new');
    const project = 'https://assay.example.org/northwind/projects/checkout';
    expect(screen.getByText(new RegExp(`^\\[!\\[.+ tests\\]\\(.+\\)\\]\\(${project}\\)$`))).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'HTML' }));
    expect(screen.getByText(/^<a href=/)).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'AsciiDoc' }));
    expect(screen.getByText(/^image:/)).toBeVisible();
  });

  it('is about the branch, environment and suite that are chosen', async () => {
    open(badgeOnService('old'));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Test suite' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Smoke' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Branch' }), 'release');
    const chosen = '/badge/p1.svg?token=old&branch=release&suite=s1';
    await waitFor(async () => expect(await picture()).toHaveAttribute('src', chosen));
    expect(screen.getByText(/branch=release&suite=s1/)).toBeVisible();
  });

  it('gets a new address, and is removed, once that is confirmed', async () => {
    const { sent } = open(badgeOnService('old'));
    await userEvent.click(await screen.findByRole('button', { name: 'New address' }));
    expect(
      within(await screen.findByRole('dialog')).getByText(
        /^Pages that use the current badge address of .+ will stop showing it\.$/,
      ),
    ).toBeVisible();
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
    await confirm('Replace address');
    await waitFor(async () => expect(await picture()).toHaveAttribute('src', '/badge/p1.svg?token=new'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove badge' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove the badge?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove badge' }));
    expect(await screen.findByRole('button', { name: 'Create badge' })).toBeVisible();
    expect(screen.queryByRole('img', { name: /^Preview/ })).toBeNull();
  });

  it('is copied by users, who cannot change its address', async () => {
    open(badgeOnService('old'), 'USER');
    expect(await picture()).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'New address' })).toBeNull();
  });

  it('says that it could not be loaded', async () => {
    open({ 'GET /projects/p1/badge': () => ({ status: 503, body: { code: 'store.away', message: 'Away.' } }) });
    expect(await screen.findByText('The badge could not be loaded')).toBeVisible();
  });
});
