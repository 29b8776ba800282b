import { cleanNotifications, Notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { retype } from '../../../testSupport/retype.ts';
import { planStageView, planSuiteView, testPlanDetailView } from '../../../testSupport/testPlanViews.ts';
import { environmentView, positionAt, projectView, testSuiteView } from '../../../testSupport/views.ts';
import { StagesTab } from './StagesTab.tsx';

const answer = { id: 'x', revision: '8', position: positionAt(50) };
const plan = testPlanDetailView([
  planStageView('First', { suites: [planSuiteView('Smoke'), planSuiteView('Contract')] }),
  planStageView('Second', { executionType: 'Sequential', suites: [planSuiteView('Migrate')] }),
]);

function open(
  routes: Routes = {},
  { roleType = 'ADMIN', of = plan }: { roleType?: 'USER' | 'ADMIN'; of?: typeof plan } = {},
) {
  const page = makePage({ 'GET /test-plans/plan1': of, ...routes }, { roleType });
  const view = renderOn(
    page,
    <>
      <StagesTab plan={of} />
      <Notifications />
    </>,
  );
  return { ...page, ...view, changes: () => page.sent.filter(({ method }) => method !== 'GET') };
}

async function lift(name: string): Promise<void> {
  const grip = await screen.findByRole('button', { name: `Move ${name}` });
  grip.focus();
  await userEvent.keyboard(' ');
}

const said = (text: string) =>
  waitFor(() => expect(screen.getByRole('status', { name: 'Moving' })).toHaveTextContent(text));
const suitesOf = (stage: string) =>
  within(screen.getByRole('list', { name: `Suites of ${stage}` }))
    .getAllByRole('listitem')
    .map((row) => row.getAttribute('aria-label'));

describe('the stages of a test plan', () => {
  afterEach(() => act(() => cleanNotifications()));

  it('have a suite carried into the next stage by the keyboard, each step said, and sent as one move', async () => {
    const { changes } = open({ 'PATCH /test-plans/plan1/stages/st-first/suites/smoke': answer });
    await lift('Smoke');
    await said('Moving Smoke to stage 1, position 1');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    await said('Moving Smoke to stage 2, position 2');
    await userEvent.keyboard(' ');
    await said('Smoke is dropped at stage 2, position 2.');
    await waitFor(() =>
      expect(changes()).toMatchObject([
        { body: { testPlanStageId: 'st-second', order: 2 }, headers: { 'If-Match': '7' } },
      ]),
    );
  });

  it('show the move at once, and take it back with a notice when somebody else was quicker', async () => {
    let refuse: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    open({
      'PATCH /test-plans/plan1/stages/st-first/suites/contract': async () => {
        await held;
        return { status: 412, body: { code: 'revision.stale', message: 'Read it again.', requestId: 'r' } };
      },
    });
    await lift('Contract');
    await userEvent.keyboard('{ArrowDown} ');
    await waitFor(() => expect(suitesOf('Second')).toEqual(['Contract', 'Migrate']));
    refuse();
    expect(await screen.findByText('It was put back')).toBeVisible();
    expect(screen.getByText(/Somebody else changed this test plan meanwhile/)).toBeVisible();
    await waitFor(() => expect(suitesOf('First')).toEqual(['Smoke', 'Contract']));
  });

  it('put a suite back on Escape, and keep the focus on it', async () => {
    const { changes } = open();
    await lift('Migrate');
    await userEvent.keyboard('{ArrowUp}{Escape}');
    await said('Migrate is put back at stage 2, position 1.');
    expect(screen.getByRole('button', { name: 'Move Migrate' })).toHaveFocus();
    expect(changes()).toEqual([]);
  });

  it('are put in order themselves, by their menu too', async () => {
    const { changes } = open({ 'PATCH /test-plans/plan1/stages/st-second': answer });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of Second' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Move up' }));
    await waitFor(() => expect(changes()).toMatchObject([{ body: { order: 1 }, headers: { 'If-Match': '7' } }]));
  });

  it('say how long they and their suites usually take, where that is known', async () => {
    const suites = [planSuiteView('Smoke', { usualDuration: 72_000 }), planSuiteView('Contract')];
    open(
      {},
      { of: testPlanDetailView([planStageView('First', { suites, usualDuration: 95_000 }), planStageView('Second')]) },
    );
    expect(await screen.findByRole('listitem', { name: 'First' })).toHaveTextContent('2 suites · about 1m 35s');
    expect(screen.getByRole('listitem', { name: 'Smoke' })).toHaveTextContent('1m 12s');
    expect(screen.getByRole('listitem', { name: 'Contract' })).toHaveTextContent(/–$/);
    expect(screen.getByRole('listitem', { name: 'Second' })).not.toHaveTextContent('about');
  });

  it('are only looked at by a USER', async () => {
    open({}, { roleType: 'USER' });
    const stage = await screen.findByRole('listitem', { name: 'Second' });
    expect(stage).toHaveTextContent('if all of First passes');
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('are added with a name, and how their suites are run', async () => {
    const empty = testPlanDetailView([]);
    const { changes } = open({ 'POST /test-plans/plan1/stages': answer }, { of: empty });
    await userEvent.click(await screen.findByRole('button', { name: 'Add stage' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add stage' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add stage' }));
    expect(await screen.findByText("Can't be blank")).toBeVisible();
    await retype(/^Name/, 'Clean up');
    await userEvent.click(screen.getByRole('radio', { name: 'Sequential' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Stop at a failure' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Always run' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add stage' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes()).toMatchObject([
      {
        body: {
          name: 'Clean up',
          description: null,
          executionType: 'Sequential',
          stopAtFailure: true,
          alwaysRun: true,
        },
      },
    ]);
  });

  it('are edited by what changed alone, unless somebody else was quicker', async () => {
    const stale = { status: 412, body: { code: 'revision.stale', message: 'Read it again.', requestId: 'r' } };
    const { changes } = open({ 'PATCH /test-plans/plan1/stages/st-second': () => stale });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Second' }));
    await retype(/^Name/, 'Migration');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Somebody else changed this test plan since you opened it.')).toBeVisible();
    expect(changes()).toMatchObject([{ body: { name: 'Migration' }, headers: { 'If-Match': '7' } }]);
    expect(screen.getByLabelText(/^Name/)).toHaveValue('Migration');
  });

  it('take a suite of a project, on its default branch', async () => {
    const { changes } = open({
      'GET /projects': [projectView({ defaultBranch: 'trunk' })],
      'GET /environments': [environmentView()],
      'GET /projects/p1/test-suites': [testSuiteView()],
      'GET /test-suites': [testSuiteView()],
      'POST /test-plans/plan1/stages/st-second/suites': answer,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add suite to Second' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add suite to Second' });
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Add suite' }));
    expect(await screen.findByText("Can't be blank")).toBeVisible();
    await userEvent.type(screen.getByRole('combobox', { name: 'Test Suite' }), 'smo');
    await screen.findByRole('option', { name: 'Smoke' });
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('combobox', { name: 'Test Suite' })).toHaveValue('Smoke');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add suite' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes()).toMatchObject([
      { body: { projectId: 'p1', testSuiteId: 's1', environmentId: 'e1', branch: 'trunk', latestDeploy: false } },
    ]);
  });
});
