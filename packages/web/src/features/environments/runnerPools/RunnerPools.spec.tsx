import type { PipelineStageId } from '@assay/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answered, makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { retype } from '../../../testSupport/retype.ts';
import { pipelineStageView, positionAt, runnerPoolView, testRunView } from '../../../testSupport/views.ts';
import { RunnerPoolEditor } from './RunnerPoolEditor.tsx';
import { RunnerPoolsPanel } from './RunnerPoolsPanel.tsx';

const answer = { id: 'po1', revision: '8', position: positionAt(50) };
const pool = runnerPoolView();
const stage = pipelineStageView({ linuxRunnerPoolId: pool.id });

function makePoolsPage(routes: Routes = {}, roleType: 'USER' | 'ADMIN' = 'ADMIN') {
  const noRuns = { testRuns: [], total: 0, position: positionAt(1) };
  const all = { 'GET /runner-pools': [pool], 'GET /pipeline-stages': [], 'GET /agents': [], 'GET /test-runs': noRuns };
  return makePage({ ...all, ...routes }, { roleType });
}

const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }));

describe('runner pools', () => {
  it('say how many of their runners are at work, never above 100 percent, and how many runs wait', async () => {
    const run = testRunView(1, { status: 'QUEUED', pipelineStageId: 's1' as PipelineStageId });
    const page = makePoolsPage({
      'GET /runner-pools': [runnerPoolView({ currentRunners: 5 })],
      'GET /pipeline-stages': [stage],
      'GET /test-runs': { testRuns: [run], total: 1, position: positionAt(1) },
    });
    renderOn(page, <RunnerPoolsPanel />);
    await answered(page);
    const [, row] = screen.getAllByRole('row');
    expect(row).toHaveTextContent('100%5 of 4');
    expect(row).toHaveTextContent('1 run waitingDevelopment');
  });

  it('are only looked at by a USER', async () => {
    const page = makePoolsPage({}, 'USER');
    renderOn(page, <RunnerPoolsPanel />);
    await answered(page);
    expect(screen.getByText('Large machines')).toBeVisible();
    expect(screen.queryAllByRole('link')).toEqual([]);
  });
});

describe('the form of a runner pool', () => {
  it("keeps to the account's maximum of the type", async () => {
    const page = makePoolsPage({ 'POST /runner-pools': answer });
    const { address } = renderOn(page, <RunnerPoolEditor pool={null} />);
    await answered(page);
    expect(screen.getByLabelText(/^Maximum runners/)).toHaveValue('10');
    await retype(/^Maximum runners/, '11');
    await press('Add pool');
    expect(await screen.findByText('Must be between 1 and 10')).toBeVisible();
    expect(screen.getByText("Can't be blank")).toBeVisible();
    await retype(/^Name/, 'Small');
    await retype(/^Maximum runners/, '2');
    await press('Add pool');
    await waitFor(() => expect(address()).toBe('/northwind/environments/runner-pools'));
    expect(page.sent.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Small',
      runnerType: 'LINUX',
      maxRunners: 2,
    });
  });

  it('deletes no pool that a stage uses, and names the stage', async () => {
    const page = makePoolsPage({ 'GET /pipeline-stages': [stage] });
    renderOn(page, <RunnerPoolEditor pool={pool} />);
    await answered(page);
    expect(screen.getByRole('button', { name: 'Delete pool' })).toBeDisabled();
    expect(screen.getByText('Used by Development: give the stage another pool to delete it.')).toBeVisible();
    expect(screen.getByRole('combobox', { name: /^Runner type/ })).toBeDisabled();
  });

  it('says that a stage has taken the pool meanwhile', async () => {
    const message = 'A pipeline stage runs its tests in this pool: give the stage another one first.';
    const body = { code: 'runnerPool.inUse', message, requestId: 'r' };
    const page = makePoolsPage({ 'DELETE /runner-pools/po1': () => ({ status: 409, body }) });
    const { address } = renderOn(page, <RunnerPoolEditor pool={pool} />, '/northwind/environments/runner-pools/po1');
    await answered(page);
    await press('Delete pool');
    await press('Delete Large machines');
    await waitFor(() => expect(page.sent.some(({ method }) => method === 'DELETE')).toBe(true));
    expect(address()).toBe('/northwind/environments/runner-pools/po1');
  });
});
