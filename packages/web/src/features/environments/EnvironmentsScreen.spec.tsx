import type { EnvironmentId, PipelineStageId } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { makePage, type Routes as PageRoutes, renderOn } from '../../testSupport/pageOfTests.tsx';
import { accountView, environmentView, pipelineStageView, positionAt, testRunView } from '../../testSupport/views.ts';
import { environmentsArea } from './environmentsRoutes.tsx';

const development = pipelineStageView();
const acceptance = pipelineStageView({ id: 's2' as PipelineStageId, name: 'Acceptance', priority: 1 });
const secret = { key: 'TOKEN', value: null, encrypted: true, file: false };
const environments = [
  environmentView({ id: 'e3' as EnvironmentId, key: 'local', name: 'Local' }),
  environmentView({
    name: 'Staging',
    url: 'https://staging.northwind.test',
    pipelineStageId: acceptance.id,
    maximumParallelTestRuns: 2,
    variables: [secret, { key: 'CERT', value: 'x', encrypted: false, file: true }],
  }),
];

function open(routes: PageRoutes = {}, roleType: 'USER' | 'ADMIN' = 'ADMIN', at = '/northwind/environments') {
  const page = makePage(
    {
      'GET /account': { ...accountView, flags: ['runner-pools'] },
      'GET /environments': environments,
      'GET /pipeline-stages': [development, acceptance],
      'GET /runner-pools': [],
      'GET /deploys/last-of-environments': [],
      'GET /test-runs': { testRuns: [], total: 0, position: positionAt(1) },
      ...routes,
    },
    { roleType },
  );
  const screens = (
    <Routes>
      <Route path=":account">{environmentsArea.routes}</Route>
    </Routes>
  );
  return { ...page, ...renderOn(page, screens, at) };
}

const rowsOf = (stage: string) =>
  within(screen.getByRole('region', { name: stage }))
    .queryAllByRole('listitem')
    .map((row) => row.querySelector('strong')?.textContent);

describe('the environments', () => {
  it('stand under their pipeline stages in order, those of none last', async () => {
    open();
    await screen.findByText('No Stage');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Development',
      'Acceptance',
      'No Stage',
    ]);
    expect([rowsOf('Development'), rowsOf('Acceptance'), rowsOf('No Stage')]).toEqual([[], ['Staging'], ['Local']]);
    expect(screen.getByText('No environment is in this stage.')).toBeVisible();
  });

  it('say what was deployed to them last, and how its newest run went', async () => {
    const deploy = {
      id: 'd1',
      projectId: 'p1',
      projectName: 'Checkout',
      branch: 'main',
      commit: null,
      buildName: '2.1',
    };
    const testRun = { id: 'r7', number: 1207, status: 'FAIL', nothingCouldPass: false, failCount: 2 };
    const createdAt = new Date(Date.now() - 41 * 60_000).toISOString();
    const [, staging] = environments;
    open({
      'GET /deploys/last-of-environments': [{ environmentId: staging?.id, deploy: { ...deploy, createdAt }, testRun }],
    });
    const row = (await screen.findByText('Staging')).closest('li') as HTMLElement;
    await waitFor(() => expect(row).toHaveTextContent('Checkout2.141 min ago · #1207 2 failed'));
    expect(within(row).getByRole('link', { name: '#1207' })).toHaveAttribute('href', '/northwind/test-runs/r7');
    expect(screen.getByText('Local').closest('li')).toHaveTextContent('nothing deployed yet');
  });

  it('say how many of their runs are at work and wait, and what variables they have', async () => {
    const run = (number: number, status: 'RUNNING' | 'QUEUED') => testRunView(number, { status });
    const testRuns = [run(3, 'QUEUED'), run(2, 'RUNNING'), run(1, 'RUNNING')];
    open({ 'GET /test-runs': { testRuns, total: 3, position: positionAt(1) } });
    const row = (await screen.findByText('Staging')).closest('li');
    await waitFor(() => expect(row).toHaveTextContent('2 of 2full, 1 waiting'));
    expect(row).toHaveTextContent('1 encrypted · 1 file');
    expect(screen.getByText('Local').closest('li')).toHaveTextContent('none runningno limit');
  });

  it('are found by name, key and URL, which the address keeps', async () => {
    const { address } = open();
    await userEvent.type(await screen.findByLabelText('Search environments'), 'northwind.test');
    await waitFor(() => expect(screen.queryByText('Local')).toBeNull());
    expect(screen.getByText('Staging')).toBeVisible();
    expect(screen.queryByText('Development')).toBeNull();
    expect(address()).toBe('/northwind/environments?search=northwind.test');
    await userEvent.type(screen.getByLabelText('Search environments'), 'x');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear Filters' }));
    expect(await screen.findByText('Local')).toBeVisible();
  });

  it('come in pages where there are many', async () => {
    const many = Array.from({ length: 130 }, (_, index) =>
      environmentView({ id: `many${index}` as EnvironmentId, name: `Environment ${index}` }),
    );
    open({ 'GET /environments': many, 'GET /pipeline-stages': [] });
    expect(await screen.findByText('1–100 of 130')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next →' }));
    expect(await screen.findByText('Environment 129')).toBeVisible();
    expect(screen.queryByText('Environment 99')).toBeNull();
  });

  it('can be looked at by a USER, who is offered nothing to change', async () => {
    open({}, 'USER');
    expect(await screen.findByText('Staging')).toBeVisible();
    for (const role of ['link', 'button'] as const) {
      expect(screen.queryAllByRole(role, { name: /^(Add|Actions|Staging)/ })).toEqual([]);
    }
  });

  it('begin in the stage that they are added to', async () => {
    open({}, 'ADMIN', '/northwind/environments/new?stage=s2');
    expect(await screen.findByRole('heading', { name: 'New environment' })).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Pipeline stage' })).toHaveValue('Acceptance');
  });
});

describe('the tab of runner pools', () => {
  const tab = () => screen.queryByRole('tab', { name: 'Runner Pools' });
  const withoutFlag = { 'GET /account': accountView };

  it('is there for accounts with the flag', async () => {
    open();
    await waitFor(() => expect(tab()).not.toBeNull());
  });

  it('is there without it for who is on its path already', async () => {
    open(withoutFlag, 'ADMIN', '/northwind/environments/runner-pools');
    expect(await screen.findByText('No runner pools yet')).toBeVisible();
    expect(tab()).not.toBeNull();
  });

  it('is not there otherwise', async () => {
    open(withoutFlag);
    expect(await screen.findByText('Staging')).toBeVisible();
    expect(tab()).toBeNull();
  });
});
