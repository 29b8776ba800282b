import type { TestPlanId, TestPlanRunId, TriggerView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { testPlanView } from '../../../testSupport/testPlanViews.ts';
import { positionAt } from '../../../testSupport/views.ts';
import { TestPlanListScreen } from './TestPlanListScreen.tsx';

const gate = testPlanView({
  lastExecutedAt: '2026-11-20T10:00:00Z',
  lastRun: { id: 'run9' as TestPlanRunId, status: 'completed', passed: false },
});
const nightly = testPlanView({
  id: 'plan2' as TestPlanId,
  name: 'Nightly',
  goal: null,
  createdAt: '2026-11-05T10:00:00Z',
  hasTestSuites: false,
});
const ofGate = { id: 't1', name: 'On any deploy', testPlanId: 'plan1' } as TriggerView;

function open(
  plans: unknown,
  { roleType = 'ADMIN', routes = {} }: { roleType?: 'USER' | 'ADMIN'; routes?: Routes } = {},
) {
  const page = makePage({ 'GET /test-plans': plans, 'GET /triggers': [ofGate], ...routes }, { roleType });
  return { ...page, ...renderOn(page, <TestPlanListScreen />, '/northwind/test-plans') };
}

const shownNames = () =>
  screen.getAllByRole('row').flatMap((row) => within(row).queryAllByRole('link')[0]?.textContent ?? []);

describe('the list of test plans', () => {
  it('invites to add a first one', async () => {
    open([]);
    expect(await screen.findByText('Add your first test plan')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Add test plan' })).toHaveAttribute(
      'href',
      '/northwind/test-plans/new',
    );
  });

  it('is sorted by name, and by a column when its head is clicked: times begin with the newest', async () => {
    const { address } = open([gate, nightly]);
    await screen.findByRole('link', { name: 'Release gate' });
    expect(shownNames()).toEqual(['Nightly', 'Release gate']);
    await userEvent.click(screen.getByRole('button', { name: /^Name/ }));
    expect(shownNames()).toEqual(['Release gate', 'Nightly']);
    await userEvent.click(screen.getByRole('button', { name: /^Date created/ }));
    expect(shownNames()).toEqual(['Nightly', 'Release gate']);
    expect(screen.getByRole('columnheader', { name: /Date created/ })).toHaveAttribute('aria-sort', 'descending');
    expect(address()).toBe('/northwind/test-plans?sort=-createdAt');
  });

  it('says how the last run ended, and leads to it', async () => {
    open([gate]);
    const row = await screen.findByRole('row', { name: /Release gate/ });
    expect(within(row).getByRole('img', { name: 'Failed' })).toBeVisible();
    expect(within(row).getAllByRole('link')[1]).toHaveAttribute('href', '/northwind/test-plans/plan1/runs?run=run9');
  });

  it('runs only plans with suites, and has only administrators edit and delete', async () => {
    open([gate, nightly], { roleType: 'USER' });
    expect(await screen.findByRole('button', { name: 'Run Test Plan: Release gate' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Run Test Plan: Nightly' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Actions of/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Add test plan' })).toBeNull();
  });

  it('names the triggers that start nothing any more before it deletes a plan', async () => {
    const removed = { id: 'plan1', revision: '8', position: positionAt(50) };
    const { sent } = open([gate], { routes: { 'DELETE /test-plans/plan1': removed } });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of Release gate' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit Settings' })).toBeVisible();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Release gate?' });
    expect(dialog).toHaveTextContent('Nothing is started by On any deploy any more.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete Release gate' }));
    await waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true));
  });
});
