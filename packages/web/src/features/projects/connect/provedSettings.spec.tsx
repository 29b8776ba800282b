import type { ProjectProposal, RepositoryProposals } from '@assay/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { NewProjectScreen } from '../NewProjectScreen.tsx';

const at = '2026-11-20T10:00:00.000Z';
const toCheck = (field: ProjectProposal['findings'][number]['field'], why: string) =>
  ({ field, certain: false, why, file: null, line: null }) as const;
const found: RepositoryProposals = {
  defaultBranch: 'main',
  branches: [{ name: 'main', commit: 'a'.repeat(40) }],
  branch: 'main',
  commit: 'a'.repeat(40),
  fileCount: 12,
  tookMs: 900,
  proposals: [
    {
      name: 'shop',
      settings: {
        workingDirectory: null,
        testingFramework: 'Other',
        otherFramework: 'AVA',
        testingFrameworkVersion: null,
        usingSelenium: null,
        usingDotnetCore: null,
        configFile: null,
        testCommand: 'npx ava --tap | npx tap-junit > ava.xml',
        resultFiles: ['ava.xml'],
        testPackages: [],
        testArtifacts: [],
        testTags: [],
        installCommand: 'npm ci',
        buildCommand: null,
      },
      findings: [toCheck('testCommand', 'The script test'), toCheck('installCommand', 'tap-junit is added')],
      runtimes: [],
      testFiles: { count: 1, first: ['test.js'] },
    },
  ],
};
const listed = {
  id: 't1',
  state: 'listed',
  createdAt: at,
  startedAt: at,
  endedAt: at,
  waitsFor: null,
  agent: { id: 'a1', name: 'builder' },
  phases: [],
  log: '',
  found: { commit: 'a'.repeat(40), commitMessage: null, count: null, first: [], unloaded: [] },
  problem: null,
};

const lineOf = async (label: string) => {
  const line = within(await screen.findByRole('list', { name: 'Settings' }))
    .getAllByRole('listitem')
    .find((item) => within(item).queryByText(label, { exact: true }));
  if (!line) throw new Error(`no line ${label}`);
  return within(line);
};

it('calls a setting certain once an agent tried it, and never what only a run proves', async () => {
  const page = makePage({
    'POST /projects/proposals': found,
    'POST /project-trials': { id: 't1' },
    'GET /project-trials/t1': listed,
    'GET /agents': [],
    'GET /authorizations': [],
  });
  renderOn(page, <NewProjectScreen />, '/northwind/projects/new');
  fireEvent.change(await screen.findByRole('combobox', { name: 'Git URL' }), {
    target: { value: 'https://git.test/shop.git' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Look at it' }));
  expect((await lineOf('Install command')).getByLabelText('To check')).toBeVisible();
  expect((await lineOf('Framework')).getByLabelText('Found')).toBeVisible();
  expect(screen.queryByLabelText('Certain')).toBeNull();

  await userEvent.click(await screen.findByRole('button', { name: 'Try it' }));
  expect(await (await lineOf('Install command')).findByLabelText('Certain')).toBeVisible();
  expect((await lineOf('Install command')).getByText('An agent tried it. tap-junit is added')).toBeVisible();
  expect((await lineOf('Test command')).getByLabelText('To check')).toBeVisible();
  expect((await lineOf('Name')).getByLabelText('Found')).toBeVisible();

  // Another folder may need another installation.
  fireEvent.change((await lineOf('Working directory')).getByRole('textbox'), { target: { value: 'app' } });
  expect(await (await lineOf('Install command')).findByLabelText('To check')).toBeVisible();
});
