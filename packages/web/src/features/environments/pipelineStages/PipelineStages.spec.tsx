import type { PipelineStageId, RunnerPoolId } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answered, makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { retype } from '../../../testSupport/retype.ts';
import { environmentView, pipelineStageView, positionAt, runnerPoolView } from '../../../testSupport/views.ts';
import { PipelineStageEditor } from './PipelineStageEditor.tsx';
import { PipelineStagesPanel } from './PipelineStagesPanel.tsx';

const answer = { id: 's1', revision: '8', position: positionAt(50) };
const stages = [
  pipelineStageView(),
  pipelineStageView({ id: 's2' as PipelineStageId, name: 'Acceptance', priority: 1, revision: '6' }),
  pipelineStageView({ id: 's3' as PipelineStageId, name: 'Production', priority: 2, revision: '7' }),
];
const windows = runnerPoolView({ id: 'po2' as RunnerPoolId, name: 'Windows', runnerType: 'WINDOWS' });

function makeStagesPage(routes: Routes = {}, roleType: 'USER' | 'ADMIN' = 'ADMIN') {
  return makePage(
    { 'GET /pipeline-stages': stages, 'GET /runner-pools': [runnerPoolView(), windows], ...routes },
    { roleType },
  );
}

/** Nothing is laid out here, but dragging asks where things are: each row is below the one before. */
function layOutRows(): void {
  const { getBoundingClientRect } = HTMLElement.prototype;
  HTMLElement.prototype.getBoundingClientRect = function (this: HTMLElement) {
    const row = this.closest('li');
    const at = row?.parentElement ? [...row.parentElement.children].indexOf(row) : 0;
    return new DOMRect(0, at * 40, 600, 40);
  };
  undo = () => {
    HTMLElement.prototype.getBoundingClientRect = getBoundingClientRect;
  };
}
let undo = (): void => undefined;

describe('pipeline stages', () => {
  afterEach(() => undo());

  it('are put in order by the keyboard, each step announced, and each moved one sent with its revision', async () => {
    layOutRows();
    const page = makeStagesPage({
      'PATCH /pipeline-stages/s2': answer,
      'PATCH /pipeline-stages/s3': answer,
    });
    renderOn(page, <PipelineStagesPanel />);
    const grip = await screen.findByRole('button', { name: 'Move Production' });
    grip.focus();
    await userEvent.keyboard(' ');
    expect(await screen.findByText('Production is lifted from place 3 of 3.')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowUp}');
    expect(await screen.findByText('Production is above place 2 of 3.')).toBeInTheDocument();
    await userEvent.keyboard(' ');
    expect(await screen.findByText('Production is dropped at place 2 of 3.')).toBeInTheDocument();
    const patches = () => page.sent.filter(({ method }) => method === 'PATCH');
    await waitFor(() =>
      expect(patches()).toMatchObject([
        { path: '/pipeline-stages/s3', body: { priority: 1 }, headers: { 'If-Match': '7' } },
        { path: '/pipeline-stages/s2', body: { priority: 2 }, headers: { 'If-Match': '6' } },
      ]),
    );
  });

  it('stay where they are when the move is given up', async () => {
    layOutRows();
    const page = makeStagesPage();
    renderOn(page, <PipelineStagesPanel />);
    const grip = await screen.findByRole('button', { name: 'Move Production' });
    grip.focus();
    await userEvent.keyboard(' ');
    await screen.findByText('Production is lifted from place 3 of 3.');
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByText('Production is put back at place 3 of 3.')).toBeInTheDocument();
    expect(page.sent.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });

  it('are only looked at by a USER', async () => {
    const page = makeStagesPage({}, 'USER');
    renderOn(page, <PipelineStagesPanel />);
    await answered(page);
    const list = screen.getByRole('list', { name: 'Pipeline stages' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(3);
    expect(within(list).queryAllByRole('button')).toEqual([]);
    expect(within(list).queryAllByRole('link')).toEqual([]);
  });

  it('name the environments that have no stage once they are deleted', async () => {
    const page = makeStagesPage({
      'GET /environments': [environmentView({ name: 'Staging', pipelineStageId: stages[1]?.id ?? null })],
      'DELETE /pipeline-stages/s2': answer,
    });
    renderOn(page, <PipelineStagesPanel />);
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of Acceptance' }));
    await answered(page);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Acceptance?' });
    expect(dialog).toHaveTextContent('Staging is in No Stage then, without its runner pools.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete Acceptance' }));
    await waitFor(() => expect(page.sent.some(({ method }) => method === 'DELETE')).toBe(true));
  });
});

describe('the form of a pipeline stage', () => {
  const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }));

  it('puts a new stage behind the others, and offers each pool for its own type', async () => {
    const page = makeStagesPage({ 'POST /pipeline-stages': answer });
    const { address } = renderOn(page, <PipelineStageEditor stage={null} stages={3} />);
    await answered(page);
    expect(screen.getByLabelText(/^Priority/)).toHaveValue('3');
    await press('Add stage');
    expect(await screen.findByText("Can't be blank")).toBeVisible();
    await retype(/^Name/, 'Load');
    await userEvent.click(screen.getByRole('combobox', { name: 'Windows runner pool' }));
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Windows']);
    await userEvent.click(screen.getByRole('option', { name: 'Windows' }));
    await press('Add stage');
    await waitFor(() => expect(address()).toBe('/northwind/environments/pipelines'));
    expect(page.sent.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Load',
      priority: 3,
      testRunPriority: 1,
      linuxRunnerPoolId: null,
      windowsRunnerPoolId: 'po2',
      variables: [],
    });
  });

  it('keeps to the priorities that there are', async () => {
    renderOn(makeStagesPage(), <PipelineStageEditor stage={pipelineStageView()} stages={3} />);
    await retype(/^Test run priority/, '11');
    await retype(/^Priority/, '');
    await press('Save');
    expect(await screen.findByText('Must be between 1 and 10')).toBeVisible();
    expect(screen.getByText("Can't be blank")).toBeVisible();
  });

  it("takes over others' changes and keeps what was typed", async () => {
    const refused = { status: 412, body: { code: 'revision.stale', message: 'Read it again.', requestId: 'r' } };
    const page = makeStagesPage({ 'PATCH /pipeline-stages/s1': () => refused });
    const { address } = renderOn(page, <PipelineStageEditor stage={pipelineStageView()} stages={3} />);
    await retype(/^Test run priority/, '7');
    page.routes['GET /pipeline-stages'] = [pipelineStageView({ name: 'Renamed', revision: '9' })];
    await press('Save');
    await press('Load their version');
    await waitFor(() => expect(screen.getByLabelText(/^Name/)).toHaveValue('Renamed'));
    page.routes['PATCH /pipeline-stages/s1'] = answer;
    await press('Save');
    await waitFor(() => expect(address()).toBe('/northwind/environments/pipelines'));
    const last = page.sent.filter(({ method }) => method === 'PATCH').at(-1);
    expect(last).toMatchObject({ headers: { 'If-Match': '9' }, body: { testRunPriority: 7 } });
  });
});
