import type { BuildId, BuildView } from '@assay/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn, type Sent } from '../../testSupport/pageOfTests.tsx';
import { enter } from '../../testSupport/retype.ts';
import { positionAt, projectView } from '../../testSupport/views.ts';
import { BuildsTab } from './BuildsTab.tsx';

const project = projectView({ gitUrl: null, hasRepo: false, hasBuildArtifacts: true });
const build: BuildView = {
  id: 'b1' as BuildId,
  projectId: project.id,
  name: 'n'.repeat(50),
  branch: 'main',
  commit: null,
  fileName: 'shop.zip',
  archive: 'zip',
  size: 2048,
  fileCount: 2,
  unpackedSize: 9000,
  createdBy: null,
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
  position: positionAt(2),
  revision: '0',
};
const place = `/projects/${project.id}/build`;
const pageOf = (...builds: BuildView[]) => ({ builds, total: builds.length, position: positionAt(3) });
const archive = new File(['PK'], 'shop.zip', { type: 'application/zip' });

function open(routes: Routes = {}) {
  const page = makePage({
    [`GET ${place}s`]: pageOf(),
    [`POST ${place}`]: { id: 'b2', revision: '0', position: positionAt(9) },
    ...routes,
  });
  return { ...page, ...renderOn(page, <BuildsTab project={project} />) };
}
const openForm = async () => userEvent.click(await screen.findByRole('link', { name: 'Upload build' }));
const send = async () => userEvent.click(screen.getByRole('button', { name: 'Upload' }));

describe("a project's builds", () => {
  it('lead from a page past the end to the last one', async () => {
    const page = makePage({
      [`GET ${place}s`]: ({ path }: Sent) => ({
        body: path.includes('offset=0') ? pageOf(build) : { ...pageOf(), total: 1 },
      }),
    });
    renderOn(page, <BuildsTab project={project} />, '/northwind/projects/checkout/builds?page=9');
    await userEvent.click(await screen.findByRole('button', { name: 'Go to the last page' }));
    expect(await screen.findByText('1–1 of 1')).toBeVisible();
  });

  it('show a name of up to 40 characters, and what they were built from', async () => {
    open({ [`GET ${place}s`]: pageOf(build) });
    expect(await screen.findByText('n'.repeat(40))).toBeVisible();
    expect(screen.getByText('newest')).toBeVisible();
    expect(screen.getByText('2.0 KB')).toBeVisible();
  });

  it('explain themselves when there are none, and show what went wrong when they cannot be loaded', async () => {
    const { unmount } = open();
    expect(await screen.findByText('No builds yet')).toBeVisible();
    unmount();
    const body = { code: 'internal', message: 'Broken', requestId: 'r1' };
    open({ [`GET ${place}s`]: () => ({ status: 500, body }) });
    expect(await screen.findByText('The builds could not be loaded')).toBeVisible();
  });

  it('are uploaded with their details', async () => {
    const page = open();
    await openForm();
    await enter(await screen.findByLabelText(/^Name/), '1.4.0');
    await userEvent.upload(screen.getByLabelText('Archive'), archive);
    await send();
    await waitFor(() => expect(screen.queryByLabelText('Archive')).not.toBeInTheDocument());
    const form = page.sent.find(({ method }) => method === 'POST')?.body;
    if (!(form instanceof FormData)) throw new Error('no form was sent');
    expect([form.get('name'), form.get('branch'), form.getAll('file').length]).toEqual(['1.4.0', 'master', 1]);
  });

  it("need a name and an archive, and show the service's answer", async () => {
    const message = 'The archive would write outside its folder: ../out.';
    const body = { code: 'build.unsafe', message, requestId: 'r1', errors: [{ field: 'file', message }] };
    const page = open({ [`POST ${place}`]: () => ({ status: 400, body }) });
    await openForm();
    await screen.findByLabelText('Archive');
    await send();
    expect(await screen.findAllByText("Can't be blank")).toHaveLength(2);
    expect(page.sent.some(({ method }) => method === 'POST')).toBe(false);
    await enter(screen.getByLabelText(/^Name/), '1.4.0');
    await userEvent.upload(screen.getByLabelText('Archive'), archive);
    await send();
    expect(await screen.findByText(message)).toBeVisible();
  });
});
