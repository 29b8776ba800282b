import type { EnvironmentId } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import {
  accountView,
  environmentView,
  pipelineStageView,
  positionAt,
  projectView,
} from '../../../testSupport/views.ts';
import { TestRunListScreen } from '../list/TestRunListScreen.tsx';

const answer = {
  id: 'run-9',
  revision: '1',
  position: positionAt(5),
  number: 9,
  status: 'PASS',
  repeated: false,
  counts: { total: 1, passed: 1, failed: 0, ignored: 0, notRun: 0, flaky: 0, quarantined: 0 },
  unreadable: [],
  leftOut: [],
  repaired: [],
  hints: [],
  duplicates: [],
};

function open(routes: Routes = {}, account: object = { flags: ['upload-test-run'] }) {
  const page = makePage({
    'GET /account': { ...accountView, ...account },
    'GET /projects': [projectView()],
    'GET /environments': [environmentView()],
    'GET /pipeline-stages': [pipelineStageView()],
    'GET /test-runs': { testRuns: [], total: 0, position: positionAt(1) },
    'POST /test-runs-upload': answer,
    ...routes,
  });
  return { ...page, ...renderOn(page, <TestRunListScreen />) };
}

const file = new File(['<testsuite/>'], 'results.xml', { type: 'text/xml' });
beforeEach(() => localStorage.clear());

const openForm = async () =>
  userEvent.click((await screen.findAllByRole('button', { name: 'Upload Test Run' }))[0] as HTMLElement);
const send = async () => userEvent.click(screen.getByRole('button', { name: 'Upload' }));

describe('Upload Test Run', () => {
  it('is offered on plans without their own runners, and where it is enabled', async () => {
    const plain = open({}, { flags: [] });
    await screen.findByText('No test runs found');
    expect(screen.queryByRole('button', { name: 'Upload Test Run' })).not.toBeInTheDocument();
    plain.unmount();
    open({}, { flags: [], legacyPlan: false, currentPlan: 1 });
    expect((await screen.findAllByRole('button', { name: 'Upload Test Run' })).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'New Test Run' })).not.toBeInTheDocument();
  });

  it('sends the files and opens their run', async () => {
    const page = open();
    await openForm();
    await userEvent.upload(await screen.findByLabelText('Results'), file);
    expect(screen.getByText('results.xml')).toBeVisible();
    await send();
    await waitFor(() => expect(page.address()).toBe('/northwind/test-runs/run-9'));
    const form = page.sent.find(({ method }) => method === 'POST')?.body;
    if (!(form instanceof FormData)) throw new Error('no form was sent');
    expect([form.get('projectId'), form.getAll('file').length]).toEqual([projectView().id, 1]);
  });

  it('asks for what is missing before anything is sent', async () => {
    const page = open();
    await openForm();
    await screen.findByLabelText('Results');
    await send();
    expect(await screen.findByText("Can't be blank")).toBeVisible();
    expect(page.sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('explains that a file is not JUnit XML, and where it is broken', async () => {
    const message = 'File upload failed. Please make sure your test results are in JUnit.xml format.';
    open({
      'POST /test-runs-upload': () => ({
        status: 400,
        body: {
          code: 'upload.notJunit',
          message: 'Test run upload failed',
          requestId: 'req-1',
          errors: [{ field: 'file', message }],
          files: [{ file: 'results.xml', line: 3, column: 7, message: 'unclosed tag' }],
        },
      }),
    });
    await openForm();
    await userEvent.upload(await screen.findByLabelText('Results'), file);
    await send();
    expect(await screen.findByText("We weren't able to read this test file.")).toBeVisible();
    expect(screen.getByText('Please confirm that it is in the valid junit xml format')).toBeVisible();
    expect(screen.getByText(/line 3, column 7/)).toBeVisible();
    expect(screen.getByText(message)).toBeInTheDocument();
    expect(screen.getByText('Test run upload failed')).toBeInTheDocument();
  });

  it('names all files that could not be read at once, and then opens the run of the others', async () => {
    const bad = (file: string) => ({ file, line: 3, column: 7, message: 'unclosed tag' });
    const page = open({ 'POST /test-runs-upload': { ...answer, unreadable: [bad('a.xml'), bad('b.xml')] } });
    await openForm();
    await userEvent.upload(await screen.findByLabelText('Results'), file);
    await send();
    const dialog = await screen.findByRole('dialog', { name: "We weren't able to read 2 test files." });
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(2);
    expect(dialog).toHaveTextContent('The other files are run #9.');
    await userEvent.click(within(dialog).getByRole('link', { name: 'Open test run' }));
    expect(page.address()).toBe('/northwind/test-runs/run-9');
  });

  it('is of the stage of its environment, or of a chosen one', async () => {
    const page = open();
    await openForm();
    await userEvent.upload(await screen.findByLabelText('Results'), file);
    await userEvent.click(screen.getByRole('combobox', { name: 'Pipeline stage' }));
    await userEvent.click(await screen.findByRole('option', { name: pipelineStageView().name }));
    await send();
    await waitFor(() => expect(page.address()).toBe('/northwind/test-runs/run-9'));
    const form = page.sent.find(({ method }) => method === 'POST')?.body as FormData;
    expect(form.get('pipelineStageId')).toBe(pipelineStageView().id);
  });

  it('begins with the environment of the last run that was started or uploaded here', async () => {
    const other = environmentView({ id: 'other' as EnvironmentId, key: 'other', name: 'Other' });
    const routes = { 'GET /environments': [environmentView(), other] };
    const first = open(routes);
    await openForm();
    await userEvent.click(await screen.findByRole('combobox', { name: 'Environment' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Other' }));
    await userEvent.upload(screen.getByLabelText('Results'), file);
    await send();
    await waitFor(() => expect(first.address()).toBe('/northwind/test-runs/run-9'));
    first.unmount();
    open(routes);
    await openForm();
    expect(await screen.findByRole('combobox', { name: 'Environment' })).toHaveValue('Other');
  });

  it('hints at a plan with runners only on tier 1', async () => {
    open({}, { flags: [], legacyPlan: false, currentPlan: 1 });
    await openForm();
    expect(await screen.findByText(/Upgrade to tier 2/)).toBeVisible();
  });
});
