import type { SetAsideReactionView, StaffAccountView, StaffPersonView, UserView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../testSupport/pageOfTests.tsx';
import { enter, retype } from '../testSupport/retype.ts';
import { accountId, planViews, positionAt, staffHeader, userView } from '../testSupport/views.ts';
import { AppRoutes } from './AppRoutes.tsx';

const done = { status: 200, body: { id: 'x', revision: '1', position: positionAt(2) } };
const noor = {
  id: 'u7' as StaffPersonView['id'],
  fullName: 'Noor Ali',
  email: 'noor@globex.test',
  staff: false,
  roles: [{ accountId, accountName: 'globex', roleType: 'ADMIN' as const }],
} satisfies StaffPersonView;
const globex: StaffAccountView = { id: accountId, name: 'globex', tier: 2, legacyPlan: false, testRunCount: 1204 };
const reaction: SetAsideReactionView = {
  id: 'r1',
  accountId,
  policy: 'planRun',
  group: 'core',
  eventId: 'e1',
  eventType: 'TestListRecorded',
  stream: 'testList-1',
  error: 'TypeError: no such thing',
  retrying: false,
  failures: 2,
  firstFailedAt: '2026-03-01T12:00:00.000Z',
  lastFailedAt: '2026-03-01T12:00:00.000Z',
};

function show(at: string, routes: Routes = {}, employee = true) {
  const page = makePage({ 'GET /employee': { employee }, ...routes });
  const sent = (method: string) => page.sent.filter((request) => request.method === method);
  return { page, sent, ...renderOn(page, <AppRoutes />, at) };
}

describe('the screens of staff', () => {
  it('are for staff only, who find them in the user menu', async () => {
    const { address } = show('/employee/people', {}, false);
    await waitFor(() => expect(address()).not.toContain('/employee'));
    await userEvent.click(await screen.findByRole('button', { name: 'User menu' }));
    expect(await screen.findByRole('menuitem', { name: 'Profile' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Staff' })).toBeNull();
  });

  it('erase a person only after a reason and the address were typed', async () => {
    const { sent } = show('/employee/people', {
      'GET /employee/users': { people: [noor], total: 1 },
      'POST /employee/users/u7/erase': () => done,
    });
    expect(await screen.findByText('Whom are you looking for?')).toBeVisible();
    await enter(screen.getByRole('searchbox', { name: 'Search people' }), 'noor');
    expect(
      await screen.findByRole('row', { name: /Noor Ali.*noor@globex\.test.*globex \(Administrator\)/ }),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Erase Noor Ali' }));
    const form = within(await screen.findByRole('form', { name: 'Erase Noor Ali' }));
    await userEvent.click(form.getByRole('button', { name: 'Erase for good' }));
    expect(await form.findAllByText("Can't be blank")).toHaveLength(2);
    await enter(form.getByLabelText(/^Reason/), 'Asked for it by letter');
    await enter(form.getByLabelText(/^Type noor@globex\.test/), 'noor@globex');
    await userEvent.click(form.getByRole('button', { name: 'Erase for good' }));
    expect(await form.findByText('This is not the email address of the person.')).toBeVisible();
    expect(sent('POST')).toEqual([]);
    await retype(/^Type noor@globex\.test/, 'noor@globex.test');
    await userEvent.click(form.getByRole('button', { name: 'Erase for good' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Erase Noor Ali' })).toBeNull());
    expect(sent('POST')).toMatchObject([{ body: { reason: 'Asked for it by letter' } }]);
  });

  it('give an account another plan, also a legacy one', async () => {
    const { sent } = show('/employee/accounts', {
      'GET /employee/accounts': { accounts: [globex], total: 1 },
      'GET /plans': planViews,
      [`PUT /employee/accounts/${accountId}/plan`]: () => done,
    });
    expect(await screen.findByRole('row', { name: /globex.*Tier 2.*1,204/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Change plan of globex' }));
    const form = within(await screen.findByRole('form', { name: 'Plan of globex' }));
    await waitFor(() => expect(form.getByRole('combobox', { name: 'Plan' })).toHaveValue('Tier 2'));
    await userEvent.click(form.getByRole('combobox', { name: 'Plan' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Tier 3' }));
    await userEvent.click(form.getByRole('checkbox', { name: /Legacy plan/ }));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('PUT')).toMatchObject([{ body: { tier: 3, legacyPlan: true } }]));
  });

  it('are reached without any organization, and lead into one by a role that is taken for a reason', async () => {
    let roles: UserView['roles'] = [];
    const [held] = userView('USER').roles;
    const { address, sent } = show('/', {
      'GET /users/me': () => ({ body: { ...userView('USER'), roles } }),
      'GET /employee/header-data': staffHeader,
      'GET /employee/test-runs': { testRuns: [], total: 0, totalIsLeast: false },
      'GET /employee/accounts': { accounts: [globex], total: 1 },
      'POST /employee/roles': () => {
        roles = held ? [{ ...held, accountName: 'globex', staffUntil: '2999-01-01T00:00:00.000Z' }] : [];
        return { ...done, status: 201 };
      },
      [`DELETE /employee/roles/${held?.id}`]: () => {
        roles = [];
        return done;
      },
    });
    await userEvent.click(await screen.findByRole('link', { name: "To the staff's screens" }));
    await waitFor(() => expect(address()).toBe('/employee/test-run-search'));
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    await userEvent.click(await screen.findByRole('tab', { name: 'Roles' }));
    expect(await screen.findByText('You have no role')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Take a role' }));
    const form = within(await screen.findByRole('form', { name: 'Take a role' }));
    await userEvent.click(form.getByRole('button', { name: 'Take the role' }));
    expect(await form.findAllByText("Can't be blank")).toHaveLength(2);
    await userEvent.click(form.getByRole('combobox', { name: 'Organization' }));
    await userEvent.click(await screen.findByRole('option', { name: 'globex' }));
    await enter(form.getByLabelText(/^Reason/), 'Ticket 7');
    await userEvent.click(form.getByRole('button', { name: 'Take the role' }));
    expect(await screen.findByRole('row', { name: /globex.*User/ })).toBeVisible();
    expect(sent('POST')).toMatchObject([{ body: { accountId, roleType: 'USER', reason: 'Ticket 7' } }]);
    const giveUp = async (answer: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'Give up the role in globex' }));
      const dialog = await screen.findByRole('dialog', { name: 'Give up your role in globex?' });
      await userEvent.click(within(dialog).getByRole('button', { name: answer }));
      await waitFor(() => expect(dialog).not.toBeInTheDocument());
    };
    await giveUp('Go back');
    expect(sent('DELETE')).toEqual([]);
    await giveUp('Give up');
    expect(await screen.findByText('You have no role')).toBeVisible();
  });

  it('show what was set aside with its error, and retry it', async () => {
    let reactions = [reaction];
    show('/employee/reactions', {
      'GET /employee/set-aside-reactions': () => ({ body: { reactions, total: reactions.length } }),
      'POST /employee/set-aside-reactions/r1/retry': () => {
        reactions = [];
        return done;
      },
    });
    expect(await screen.findByRole('row', { name: /planRun to TestListRecorded.*no such thing.*2×/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Retry planRun' }));
    expect(await screen.findByText('Nothing is set aside')).toBeVisible();
  });
});
