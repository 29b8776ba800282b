import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { retype } from '../../../testSupport/retype.ts';
import { testPlanDetailView } from '../../../testSupport/testPlanViews.ts';
import { positionAt } from '../../../testSupport/views.ts';
import { NewTestPlanScreen } from './NewTestPlanScreen.tsx';
import { SettingsTab } from './SettingsTab.tsx';

const answer = { id: 'plan1', revision: '8', position: positionAt(50) };
const save = async () => await userEvent.click(await screen.findByRole('button', { name: 'Save' }));

describe('the form of a new test plan', () => {
  function open(routes: Routes) {
    const page = makePage(routes);
    return { ...page, ...renderOn(page, <NewTestPlanScreen />, '/northwind/test-plans/new') };
  }

  it('has a key that follows the name until it is typed, and leads to the stages', async () => {
    const { sent, address } = open({ 'POST /test-plans': answer });
    await retype(/^Test Plan Name/, 'Release Gate');
    expect(screen.getByLabelText(/^Test Plan Key/)).toHaveValue('release-gate');
    await retype(/^Test Plan Key/, 'gate');
    await retype(/^Test Plan Name/, 'Release gates');
    expect(screen.getByLabelText(/^Test Plan Key/)).toHaveValue('gate');
    await retype('Objective/Goal', ' Nothing breaks ');
    await save();
    await waitFor(() => expect(address()).toBe('/northwind/test-plans/plan1/stages'));
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Release gates',
      key: 'gate',
      goal: 'Nothing breaks',
    });
  });

  it('needs a name and a key, and is told at the field that a key is taken', async () => {
    const errors = [{ field: 'key', message: 'This key is already in use' }];
    const body = { code: 'request.invalid', message: 'Form validation failed', requestId: 'r', errors };
    open({ 'POST /test-plans': () => ({ status: 400, body }) });
    await save();
    expect(await screen.findAllByText("Can't be blank")).toHaveLength(2);
    await retype(/^Test Plan Name/, 'Gate');
    await save();
    expect(await screen.findByText('This key is already in use')).toBeVisible();
    expect(screen.getByLabelText(/^Test Plan Key/)).toBeInvalid();
  });
});

describe('the settings of a test plan', () => {
  const plan = testPlanDetailView([]);
  function open(roleType: 'USER' | 'ADMIN') {
    const page = makePage(
      { 'GET /test-plans/plan1': plan, 'GET /triggers': [], 'PATCH /test-plans/plan1': answer },
      { roleType },
    );
    return { ...page, ...renderOn(page, <SettingsTab plan={plan} />) };
  }

  it('send only what changed, with the revision that was seen', async () => {
    const { sent } = open('ADMIN');
    await retype('Objective/Goal', '');
    await save();
    expect(await screen.findByText('Saved')).toBeVisible();
    const changes = sent.filter(({ method }) => method === 'PATCH');
    expect(changes).toMatchObject([{ body: { goal: null }, headers: { 'If-Match': '7' } }]);
    expect(Object.keys(changes[0]?.body as object)).toEqual(['goal']);
  });

  it('are only looked at by a USER', async () => {
    open('USER');
    expect(await screen.findByText('Only administrators change test plans.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    expect(screen.getByLabelText(/^Test Plan Name/)).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Delete test plan' })).toBeNull();
  });
});
