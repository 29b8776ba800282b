import type { TestPlanId, TestPlanRunId, WorkflowDetailView, WorkflowId, WorkflowStepId } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes as Screens } from 'react-router';
import { makePage, type Routes, renderOn } from '../../testSupport/pageOfTests.tsx';
import { enter } from '../../testSupport/retype.ts';
import { testPlanView } from '../../testSupport/testPlanViews.ts';
import { positionAt } from '../../testSupport/views.ts';
import { NewWorkflowScreen } from './NewWorkflowScreen.tsx';
import { WorkflowListScreen } from './WorkflowListScreen.tsx';
import { WorkflowScreen } from './WorkflowScreen.tsx';

const gate = testPlanView({ lastRun: { id: 'run9' as TestPlanRunId, status: 'completed', passed: false } });
const step = (id: string, next: string[] = [], testPlanId: string | null = null) => ({
  id: id as WorkflowStepId,
  name: `Step ${id}`,
  description: null,
  testPlanId: testPlanId as TestPlanId | null,
  next: next as WorkflowStepId[],
});
const delivery: WorkflowDetailView = {
  id: 'w1' as WorkflowId,
  name: 'Delivery',
  archived: false,
  stepCount: 2,
  createdAt: '2026-11-01T10:00:00Z',
  changedAt: '2026-11-02T10:00:00Z',
  position: positionAt(1),
  revision: '4',
  steps: [step('build', ['verify']), step('verify', [], 'plan1')],
};
const answer = { id: 'w1', revision: '5', position: positionAt(50) };

function open(at: string, { routes = {}, roleType = 'ADMIN' }: { routes?: Routes; roleType?: 'USER' | 'ADMIN' } = {}) {
  const known = { 'GET /workflows': [delivery], 'GET /workflows/w1': delivery, 'GET /test-plans': [gate] };
  const page = makePage({ ...known, ...routes }, { roleType });
  const screens = (
    <Screens>
      <Route path="/northwind/workflows" element={<WorkflowListScreen />} />
      <Route path="/northwind/workflows/new" element={<NewWorkflowScreen />} />
      <Route path="/northwind/workflows/:workflowId/:tab" element={<WorkflowScreen />} />
    </Screens>
  );
  const view = renderOn(page, screens, `/northwind/workflows${at}`);
  return { ...page, ...view, changes: () => page.sent.filter(({ method }) => method !== 'GET') };
}

describe('the list of workflows', () => {
  it('invites to add a first one', async () => {
    open('', { routes: { 'GET /workflows': [] } });
    expect(await screen.findByText('Add your first workflow')).toBeVisible();
  });

  it('leads to each, and has administrators archive it after a question', async () => {
    const { changes } = open('', { routes: { 'DELETE /workflows/w1': answer } });
    const link = await screen.findByRole('link', { name: 'Delivery' });
    expect(link).toHaveAttribute('href', '/northwind/workflows/w1');
    await userEvent.click(screen.getByRole('button', { name: 'Actions of Delivery' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    const dialog = await screen.findByRole('dialog', { name: 'Archive Delivery?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Archive Delivery' }));
    await waitFor(() => expect(changes()).toMatchObject([{ method: 'DELETE' }]));
  });

  it('is only looked at by other people', async () => {
    open('', { roleType: 'USER' });
    expect(await screen.findByRole('link', { name: 'Delivery' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Actions of/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Add workflow' })).toBeNull();
  });
});

describe('a workflow', () => {
  it('is created under a name, and leads to its steps', async () => {
    const { changes, address } = open('/new', { routes: { 'POST /workflows': answer } });
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText("Can't be blank")).toBeVisible();
    await enter(screen.getByRole('textbox', { name: 'Name' }), ' Delivery {Enter}');
    await waitFor(() => expect(address()).toBe('/northwind/workflows/w1/steps'));
    expect(changes()).toMatchObject([{ body: { name: 'Delivery' } }]);
  });

  it('shows what each step leads to, and how the plan that proves it came out', async () => {
    open('/w1/steps', { roleType: 'USER' });
    expect(await screen.findByRole('listitem', { name: 'Step build' })).toHaveTextContent('Leads to Step verify');
    const verify = screen.getByRole('listitem', { name: 'Step verify' });
    const plan = await within(verify).findByRole('link', { name: 'Failed Release gate' });
    expect(plan).toHaveAttribute('href', '/northwind/test-plans/plan1/runs?run=run9');
    expect(screen.queryByRole('button', { name: /^(Add|Edit)/ })).toBeNull();
  });

  it('gets a step behind another one, drawn upon the version that was seen', async () => {
    const { changes } = open('/w1/steps', { routes: { 'PATCH /workflows/w1': answer } });
    await userEvent.click(await screen.findByRole('button', { name: 'Add a step after Step verify' }));
    const form = await screen.findByRole('dialog', { name: 'Add a step after Step verify' });
    await enter(within(form).getByRole('textbox', { name: 'Name' }), 'Ship');
    await userEvent.click(within(form).getByRole('button', { name: 'Add step' }));
    await waitFor(() => expect(changes()).toHaveLength(1));
    const [sent] = changes();
    const { steps } = (sent?.body ?? { steps: [] }) as Pick<WorkflowDetailView, 'steps'>;
    expect(sent?.headers['If-Match']).toBe('4');
    expect(steps.map(({ name, next }) => [name, next])).toEqual([
      ['Step build', ['verify']],
      ['Step verify', [steps[2]?.id]],
      ['Ship', []],
    ]);
  });

  it('loses a step, and what led to it leads on', async () => {
    const { changes } = open('/w1/steps', { routes: { 'PATCH /workflows/w1': answer } });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Step verify' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove step' }));
    await waitFor(() => expect(changes()).toMatchObject([{ body: { steps: [{ id: 'build', next: [] }] } }]));
  });

  it('is renamed in its settings, and keeps what was typed when somebody else was quicker', async () => {
    const stale = { status: 412, body: { code: 'revision.stale', message: 'Read it again.', requestId: 'r' } };
    open('/w1/settings', { routes: { 'PATCH /workflows/w1': () => stale } });
    const name = await screen.findByRole('textbox', { name: 'Name' });
    // Until it is known who looks at it, nobody may change it.
    await waitFor(() => expect(name).toBeEnabled());
    await userEvent.type(name, ' 2');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Somebody else changed this workflow since you opened it.')).toBeVisible();
    expect(name).toHaveValue('Delivery 2');
  });
});
