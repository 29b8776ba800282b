import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { browser } from '../../../../connection/browser.ts';
import { makePage, type Routes, renderOn } from '../../../../testSupport/pageOfTests.tsx';
import { SsoRolesSection } from './SsoRolesSection.tsx';

const rule = { provider: 'idp', claim: 'groups', value: 'leads', roleType: 'ADMIN' };
const claim = (name: string, values: string[], more: object = {}) => ({
  name,
  values,
  valueCount: values.length,
  masked: false,
  rules: [],
  ...more,
});
const result = {
  provider: 'idp',
  problem: null,
  emailVerified: true,
  claims: [
    claim('email', ['gr•••'], { masked: true }),
    claim('groups', ['leads', 'staff'], { rules: [0], valueCount: 120 }),
  ],
  claimCount: 2,
  leftOut: [],
  rule: 0,
  roleType: 'ADMIN',
};

function show(routes: Routes = {}, state: unknown = null) {
  const page = makePage({
    'GET /auth-providers': [{ name: 'idp', label: 'Example ID', icon: 'key' }],
    'GET /account/sso-roles': { sync: true, rules: [rule] },
    ...routes,
  });
  return { page, ...renderOn(page, <SsoRolesSection />, '/northwind/settings/users', state) };
}

describe('the test of a provider', () => {
  afterEach(() => jest.restoreAllMocks());

  it('leaves for it, unless rules are changed and not saved', async () => {
    const left: string[] = [];
    jest.spyOn(browser, 'leaveFor').mockImplementation((url) => void left.push(url));
    const { page } = show({ 'POST /account/sso-test': { url: 'https://id.example.org/authorize' } });
    const button = await screen.findByRole('button', { name: 'Test connection to Example ID' });
    await userEvent.click(screen.getByRole('button', { name: 'Add rule' }));
    expect(button).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Remove rule 2' }));
    await waitFor(() => expect(button).toBeEnabled());
    await userEvent.click(button);
    await waitFor(() => expect(left).toEqual(['https://id.example.org/authorize']));
    const [sent] = page.sent.filter(({ method }) => method === 'POST');
    expect(sent).toMatchObject({ path: '/account/sso-test', body: { provider: 'idp' } });
  });

  it('shows the claims and the role that would follow, and is closed', async () => {
    const { page } = show({ 'POST /account/sso-test/result': result }, { ssoTest: 'a1' });
    const panel = within(await screen.findByRole('region', { name: 'Test of the connection' }));
    expect(await panel.findByRole('heading', { name: 'What Example ID told' })).toBeVisible();
    expect(panel.getByRole('status')).toHaveTextContent(
      'Rule 1 fits: the role would be Administrator. Nothing was changed.',
    );
    expect(panel.getByRole('row', { name: 'groups leads, staff and 118 more Rule 1' })).toBeVisible();
    expect(panel.getByRole('row', { name: /^email gr••• hidden/ })).toBeVisible();
    expect(page.sent.filter(({ path }) => path === '/account/sso-test/result').map(({ body }) => body)).toEqual([
      { authId: 'a1' },
    ]);
    await userEvent.click(panel.getByRole('button', { name: 'Close the test' }));
    expect(screen.queryByRole('region', { name: 'Test of the connection' })).toBeNull();
  });

  it.each([
    [{ rule: null, roleType: null }, 'No rule fits: a role that a rule gave would end, any other would stay.'],
    [
      { rule: null, roleType: null, leftOut: ['groups'] },
      'The provider leaves out groups: roles would stay as they are.',
    ],
    [{ emailVerified: false }, 'The provider does not confirm the e-mail address'],
  ])('says what follows: %j', async (more, text) => {
    show({ 'POST /account/sso-test/result': { ...result, ...more } }, { ssoTest: 'a1' });
    expect(await screen.findByText(text, { exact: false })).toBeVisible();
  });

  it('says why nothing was told, or that it was seen before', async () => {
    const problem = 'invalid_client: unknown client';
    const { unmount } = show(
      { 'POST /account/sso-test/result': { ...result, problem, claims: [], claimCount: 0 } },
      { ssoTest: 'a1' },
    );
    expect(await screen.findByRole('alert')).toHaveTextContent(problem);
    unmount();
    const message = 'This was not begun in this browser.';
    const refusal = () => ({ status: 400, body: { code: 'authReturn.invalid', message, requestId: 'r' } });
    show({ 'POST /account/sso-test/result': refusal }, { ssoTest: 'a1' });
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
  });
});
