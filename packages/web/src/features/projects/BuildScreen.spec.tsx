import type { BuildId, BuildView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes as Screens } from 'react-router';
import { makePage, type Routes, renderOn } from '../../testSupport/pageOfTests.tsx';
import { accountView, positionAt, projectView } from '../../testSupport/views.ts';
import { BuildScreen } from './BuildScreen.tsx';

const project = projectView({ key: 'checkout', gitUrl: null, hasRepo: false, hasBuildArtifacts: true });
const build: BuildView = {
  id: 'b1' as BuildId,
  projectId: project.id,
  name: 'release-1.4',
  branch: 'main',
  commit: null,
  fileName: 'shop.zip',
  archive: 'zip',
  size: 2048,
  fileCount: 1200,
  unpackedSize: 9000,
  createdBy: null,
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
  position: positionAt(2),
  revision: '0',
};

function open(routes: Routes = {}, search = '') {
  const page = makePage({
    'GET /projects': [project],
    [`GET /projects/${project.id}/builds/b1`]: build,
    [`GET /projects/${project.id}/builds`]: { builds: [build], total: 1, position: positionAt(3) },
    'GET /test-runs': { testRuns: [], total: 0, position: positionAt(3) },
    'GET /environments': [],
    ...routes,
  });
  const screens = (
    <Screens>
      <Route path="/:account/projects/:projectKey/builds/:buildId" element={<BuildScreen />} />
    </Screens>
  );
  renderOn(page, screens, `/northwind/projects/checkout/builds/b1${search}`);
  return page;
}

describe('a build', () => {
  it('says what it is, and asks for the runs that were made from it', async () => {
    const page = open();
    const facts = await screen.findByRole('region', { name: 'Build' });
    expect(facts).toHaveTextContent('1,200 files');
    expect(facts).toHaveTextContent('newest at the time');
    expect(await screen.findByText('No runs yet')).toBeVisible();
    const asked = page.sent.filter(({ path }) => path.startsWith('/test-runs')).map(({ path }) => path);
    expect(asked).toEqual([expect.stringContaining('build=b1')]);
  });

  it('is run from, chosen already', async () => {
    const environment = { id: 'e1', key: 'staging', name: 'Staging' };
    const page = open({
      'GET /environments': [environment],
      'POST /test-runs': { status: 201, body: { id: 'r1', revision: '0', position: positionAt(9) } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Run Tests' }));
    const dialog = await screen.findByRole('dialog', { name: 'Run all tests of release-1.4' });
    await waitFor(() => expect(within(dialog).getByRole('combobox', { name: 'Build' })).toHaveValue('release-1.4'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Run Tests' }));
    await waitFor(() =>
      expect(page.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
        project: 'checkout',
        environment: 'staging',
        buildId: 'b1',
      }),
    );
  });

  it('is not run where the plan has no runners of its own, though the address asks for it', async () => {
    open({ 'GET /account': { ...accountView, currentPlan: 1, legacyPlan: false } }, '?run=');
    expect(await screen.findByText('No runs yet')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Run Tests' })).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('that is gone says so', async () => {
    const gone = { status: 404, body: { code: 'build.notFound', message: 'There is no such build.', errors: [] } };
    open({ [`GET /projects/${project.id}/builds/b1`]: () => gone });
    expect(await screen.findByText('This build does not exist')).toBeVisible();
  });
});
