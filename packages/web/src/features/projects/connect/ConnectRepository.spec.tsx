import type { ProjectProposal, RepositoryProposals } from '@assay/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { enter } from '../../../testSupport/retype.ts';
import { environmentView, positionAt, projectView } from '../../../testSupport/views.ts';
import { NewProjectScreen } from '../NewProjectScreen.tsx';

const gitUrl = 'https://token@git.test/shop.git';
const settings: ProjectProposal['settings'] = {
  workingDirectory: null,
  testingFramework: 'Playwright',
  otherFramework: null,
  testingFrameworkVersion: '1.65.0',
  usingSelenium: null,
  usingDotnetCore: null,
  configFile: 'playwright.config.ts',
  testCommand: null,
  resultFiles: [],
  testPackages: [],
  testArtifacts: [],
  testTags: ['@smoke'],
  installCommand: null,
  buildCommand: null,
};
const proposal = (name: string, change: Partial<ProjectProposal['settings']> = {}): ProjectProposal => ({
  name,
  settings: { ...settings, ...change },
  findings: [
    {
      field: 'testingFramework',
      certain: true,
      why: '@playwright/test in package.json',
      file: 'package.json',
      line: 7,
    },
    { field: 'installCommand', certain: false, why: 'There is no lock file', file: null, line: null },
  ],
  runtimes: [],
  testFiles: { count: 31, first: ['e2e/cart.spec.ts'] },
});
const found = (proposals: ProjectProposal[]): RepositoryProposals => ({
  defaultBranch: 'main',
  branches: [
    { name: 'develop', commit: 'b'.repeat(40) },
    { name: 'main', commit: 'a'.repeat(40) },
  ],
  branch: 'main',
  commit: 'a'.repeat(40),
  fileCount: 412,
  tookMs: 2400,
  proposals,
});
const done = (id: string) => ({ id, revision: '0', position: positionAt(9) });

function open(proposals: ProjectProposal[], routes: Routes = {}) {
  const page = makePage({
    'POST /projects/proposals': found(proposals),
    'POST /projects': done('p9'),
    'POST /environments': done('e9'),
    'POST /test-runs': done('r9'),
    'GET /agents': [],
    'GET /authorizations': [],
    ...routes,
  });
  return { ...page, ...renderOn(page, <NewProjectScreen />, '/northwind/projects/new') };
}

async function look(url = gitUrl) {
  fireEvent.change(await screen.findByRole('combobox', { name: 'Git URL' }), { target: { value: url } });
  await userEvent.click(screen.getByRole('button', { name: 'Look at it' }));
}
const lineOf = async (label: string) => {
  const settingsList = await screen.findByRole('list', { name: 'Settings' });
  const line = within(settingsList)
    .getAllByRole('listitem')
    .find((item) => within(item).queryByText(label, { exact: true }));
  if (!line) throw new Error(`no line ${label}`);
  return within(line);
};
const posts = (page: ReturnType<typeof open>, path: string) =>
  page.sent.filter((request) => request.method === 'POST' && request.path === path).map(({ body }) => body);

describe('adding a project from the URL of its repository', () => {
  it('takes a URL and three clicks, an environment included', async () => {
    const page = open([proposal('shop')]);
    await look();
    expect(await screen.findByText(/412 files/)).toHaveTextContent('Read main at aaaaaaaa in 2.4s · 412 files');
    await userEvent.click(await screen.findByRole('button', { name: 'Start first run' }));
    await waitFor(() => expect(page.address()).toBe('/northwind/test-runs/r9'));
    expect(posts(page, '/projects')).toMatchObject([
      {
        name: 'shop',
        key: 'shop',
        gitUrl,
        defaultBranch: 'main',
        testingFramework: 'Playwright',
        testTags: ['@smoke'],
      },
    ]);
    expect(posts(page, '/environments')).toEqual([{ key: 'local', name: 'Local' }]);
    expect(posts(page, '/test-runs')).toEqual([{ project: 'shop', environment: 'local', branch: 'main' }]);
  });

  it('offers the repositories of connected git services, and says which cannot be listed', async () => {
    const connected = (provider: string) => ({
      id: `acme.${provider}`,
      provider,
      identifier: 'https://git.test',
      connectedAt: '2026-03-01T12:00:00.000Z',
      position: positionAt(3),
      revision: '0',
    });
    const page = open([proposal('shop')], {
      'GET /authorizations': [connected('GitHub'), connected('Gitlab')],
      'GET /authorizations/acme.GitHub/repos': [
        { name: 'northwind/shop', gitUrl: 'https://git.test/northwind/shop.git', defaultBranch: 'main' },
        { name: 'northwind/docs', gitUrl: 'https://git.test/northwind/docs.git', defaultBranch: null },
      ],
      'GET /authorizations/acme.Gitlab/repos': () => ({
        status: 409,
        body: { code: 'authorization.unusable', message: 'The service does not take the token.', requestId: 'q' },
      }),
    });
    expect(await screen.findByText(/repositories of GitLab cannot be listed/)).toHaveTextContent(
      'The service does not take the token.',
    );
    const field = screen.getByRole('combobox', { name: 'Git URL' });
    await userEvent.click(field);
    fireEvent.change(field, { target: { value: 'shop' } });
    await userEvent.click(await screen.findByRole('option', { name: 'https://git.test/northwind/shop.git' }));
    expect(await screen.findByText(/412 files/)).toBeVisible();
    expect(posts(page, '/projects/proposals')).toEqual([{ gitUrl: 'https://git.test/northwind/shop.git' }]);
  });

  it('shows each setting with its reason, those to check first', async () => {
    open([proposal('shop')]);
    await look();
    const [first] = within(await screen.findByRole('list', { name: 'Settings' })).getAllByRole('listitem');
    expect(first).toHaveTextContent('Install command');
    expect(first).toHaveTextContent('There is no lock file');
    expect((await lineOf('Framework')).getByText(/@playwright\/test in package.json/)).toBeVisible();
    expect(screen.getByText('1 to check')).toBeVisible();
    expect(screen.getByText('31')).toBeVisible();
    expect(await screen.findByText(/No agent is connected/)).toBeVisible();
  });

  it('is corrected in place: Enter keeps, Esc takes back, Undo brings back what was found', async () => {
    const page = open([proposal('shop')]);
    await look();
    const config = (await lineOf('Config file')).getByRole('textbox');
    await userEvent.clear(config);
    await enter(config, 'pw.config.ts{Enter}');
    expect(config).not.toHaveFocus();
    expect(posts(page, '/projects')).toEqual([]);
    expect((await lineOf('Config file')).getByText(/You chose it; found was/)).toHaveTextContent(
      'playwright.config.ts',
    );
    expect(screen.getByText('1 yours')).toBeVisible();
    await enter(config, '.old{Escape}');
    expect(config).toHaveValue('pw.config.ts');
    await userEvent.click((await lineOf('Config file')).getByRole('button', { name: 'Undo' }));
    expect(config).toHaveValue('playwright.config.ts');
  });

  it('adds each suite of a monorepo as a project of its own', async () => {
    const page = open([
      proposal('shop checkout', { workingDirectory: 'apps/checkout' }),
      proposal('shop admin', { workingDirectory: 'apps/admin' }),
    ]);
    await look();
    await userEvent.click(await screen.findByRole('button', { name: 'Add, next suite' }));
    expect(await screen.findByRole('link', { name: 'shop checkout' })).toHaveAttribute(
      'href',
      '/northwind/projects/shop-checkout',
    );
    expect((await lineOf('Working directory')).getByRole('textbox')).toHaveValue('apps/admin');
    await userEvent.click(screen.getByRole('button', { name: 'Add without a run' }));
    await waitFor(() => expect(page.address()).toBe('/northwind/projects/shop-admin'));
    expect(posts(page, '/projects')).toMatchObject([
      { workingDirectory: 'apps/checkout' },
      { workingDirectory: 'apps/admin' },
    ]);
    expect(posts(page, '/test-runs')).toEqual([]);
  });

  it('gives a name that is free, and says which project reads the repository already', async () => {
    open([proposal('Shop')], {
      'GET /projects': [projectView({ name: 'Shop', key: 'shop', gitUrl: 'https://***@git.test/shop.git' })],
      'GET /environments': [environmentView()],
    });
    await look();
    expect((await lineOf('Name')).getByRole('textbox')).toHaveValue('Shop 2');
    expect(await screen.findByRole('link', { name: 'Shop' })).toHaveAttribute('href', '/northwind/projects/shop');
  });

  it('says why a repository cannot be read, and keeps the URL', async () => {
    open([], {
      'POST /projects/proposals': () => ({
        status: 409,
        body: { code: 'git.unreachable', message: 'It asks for a user.', requestId: 'r' },
      }),
    });
    await look();
    expect(await screen.findByText('It asks for a user.')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Git URL' })).toHaveValue(gitUrl);
    await look('not a url');
    expect(await screen.findByText('Invalid URL')).toBeVisible();
  });

  it('can be canceled while the repository is read', async () => {
    open([], { 'POST /projects/proposals': () => new Promise(() => undefined) });
    await look();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Look at it' })).toBeEnabled();
  });

  it('leads to the form by hand where nothing was found, with what is known', async () => {
    const page = open([]);
    await look();
    expect(await screen.findByText('No tests were found')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Enter its settings' }));
    expect(await screen.findByRole('textbox', { name: 'Git URL' })).toHaveValue(gitUrl);
    expect(screen.getByLabelText(/Default branch/)).toHaveValue('main');
    expect(page.address()).toBe('/northwind/projects/new?by=hand');
  });

  it('opens the project where its run could not be started', async () => {
    const page = open([proposal('shop')], {
      'POST /test-runs': () => ({
        status: 409,
        body: { code: 'quota.openRuns', message: 'Too many.', requestId: 'r' },
      }),
    });
    await look();
    await userEvent.click(await screen.findByRole('button', { name: 'Start first run' }));
    await waitFor(() => expect(page.address()).toBe('/northwind/projects/shop'));
  });
});
