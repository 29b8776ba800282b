import type { ProjectView } from '@assay/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answered, makePage, renderOn } from '../../../../testSupport/pageOfTests.tsx';
import { environmentView, positionAt, projectView, testRunView } from '../../../../testSupport/views.ts';
import { adviceOf } from '../../../../ui/advice/adviceOf.ts';
import { RunInfo } from '../RunInfo.tsx';

const own = (change: Partial<ProjectView> = {}) =>
  projectView({ testingFramework: 'Other', otherFramework: 'Our own', testCommand: 'npm test', ...change });
const ambiguous =
  'There is no Playwright config file in the repository’s root, but several below it: apps/a/playwright.config.ts, apps/b/playwright.config.ts and 3 more. Name the folder of the one to use';
const renamed =
  "There is no branch 'master' in https://git.test/shop.git. Its default branch is 'main', its branches are: main. Choose one of them";
const advise = (statusCode: string | null, statusInfo = '', project = own()) =>
  adviceOf({ statusCode, statusInfo }, project);

describe('advice after a run that failed by something else than its tests', () => {
  it.each([
    ['git.unreachable', 'gitUrl'],
    ['git.branchNotFound', 'defaultBranch'],
    ['git.refNotFound', 'defaultBranch'],
    ['workspace.directoryNotFound', 'workingDirectory'],
    ['config.notFound', 'configFile'],
    ['framework.notFound', 'installCommand'],
    ['install.failed', 'installCommand'],
    ['install.toolMissing', 'installCommand'],
    ['command.missing', 'testCommand'],
    ['results.missing', 'resultFiles'],
    ['results.overwritten', 'testCommand'],
    ['testRun.noResults', 'resultFiles'],
    ['list.empty', 'workingDirectory'],
  ])('%s leads to %s', (code, field) => {
    expect(advise(code)?.field?.name).toBe(field);
    expect(advise(code)?.text).toMatch(/\.$/);
  });

  it.each([null, 'agent.failed', 'testRun.testsNotRun'])('there is none for %s', (code) => {
    expect(advise(code)).toBeNull();
  });

  it('offers the folders of the config files that were found', () => {
    expect(advise('config.ambiguous', ambiguous)?.remedies).toEqual([
      { label: 'Run in apps/a', change: { workingDirectory: 'apps/a' } },
      { label: 'Run in apps/b', change: { workingDirectory: 'apps/b' } },
    ]);
  });

  it('offers the known command of the framework that a command runs, unless it is that already', () => {
    const remedies = advise('results.missing', '', own({ testCommand: 'npx vitest run' }))?.remedies;
    expect(remedies?.map(({ label }) => label)).toEqual(['Use the command of Vitest']);
    expect(remedies?.[0]?.change).toMatchObject({ otherFramework: 'Vitest', resultFiles: ['results/vitest.xml'] });
    const command = remedies?.[0]?.change.testCommand ?? null;
    expect(advise('results.missing', '', own({ otherFramework: 'Vitest', testCommand: command }))?.remedies).toEqual(
      [],
    );
    expect(advise('results.missing', '', projectView())?.remedies).toEqual([]);
  });

  it('tells a command that is not there from one that fails', () => {
    expect(advise('command.failed', "'gotestsum' failed: sh: 1: gotestsum: not found")?.field?.name).toBe(
      'installCommand',
    );
    expect(advise('command.failed', "'npm test' failed (exit code 2)")?.field?.name).toBe('testCommand');
  });

  it('is about files that were not loaded only where their cause is known', () => {
    const said = (output: string) => `'node --test' failed (exit code 1), as no test file … It ended with:\n${output}`;
    const built = advise(
      'command.filesFailed',
      said("Error: Cannot find module '/w/dist/a.mjs' imported from /w/a.mjs"),
    );
    expect(built?.text).toBe('dist/a.mjs is missing: a build makes it.');
    expect(built?.remedies.map(({ label }) => label)).toEqual(['Build with npm run build']);
    expect(advise('command.filesFailed', said('Error: SHOP_KEY is not set'))?.variable).toBe('SHOP_KEY');
    expect(advise('command.filesFailed', said('AssertionError: expected 1 to be 2'))).toBeNull();
  });

  it('leads to the environment that lacks a variable', async () => {
    const statusInfo = "'npm test' failed (exit code 1). It ended with:\nError: SHOP_API_KEY is not set";
    const run = testRunView(1, { status: 'FAIL', statusCode: 'command.failed', statusInfo });
    const page = makePage({
      'GET /projects': [own()],
      'GET /environments': [environmentView({ id: run.environmentId, name: 'Local' })],
    });
    renderOn(page, <RunInfo run={run} statusInfo={statusInfo} />);
    expect(await screen.findByRole('link', { name: 'Set it in Local' })).toHaveAttribute(
      'href',
      `/northwind/environments/${run.environmentId}?variable=SHOP_API_KEY`,
    );
  });

  it('runs again without a change where only the network may be the cause', async () => {
    const statusInfo = "'npm ci' failed (exit code 1). It ended with:\nError: getaddrinfo ENOTFOUND registry.test";
    const run = testRunView(1, { status: 'FAIL', statusCode: 'install.failed', statusInfo });
    const page = makePage({
      'GET /projects': [own()],
      [`POST /test-runs/${run.id}/rerun`]: { id: 'r2', revision: '5', position: positionAt(9) },
    });
    const { address } = renderOn(page, <RunInfo run={run} statusInfo={statusInfo} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r2'));
    expect(page.sent.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('is taken by a click, which changes the project and runs again', async () => {
    const run = testRunView(1, { status: 'FAIL', statusCode: 'config.ambiguous', statusInfo: ambiguous });
    const done = { id: 'p1', revision: '5', position: positionAt(9) };
    const page = makePage({
      'GET /projects': [projectView()],
      'PUT /projects/p1': done,
      [`POST /test-runs/${run.id}/rerun`]: { ...done, id: 'r2' },
    });
    const { address } = renderOn(page, <RunInfo run={run} statusInfo={ambiguous} />);
    expect(await screen.findByRole('link', { name: 'Change the working directory' })).toHaveAttribute(
      'href',
      '/northwind/projects/checkout/settings?field=workingDirectory',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Run in apps/b' }));
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r2'));
    expect(page.sent.find(({ method }) => method === 'PUT')?.body).toEqual({ workingDirectory: 'apps/b' });
  });

  it('offers the default branch of a repository that renamed it, and starts a run of that', async () => {
    const run = testRunView(1, { status: 'FAIL', statusCode: 'git.branchNotFound', statusInfo: renamed });
    const done = { id: 'p1', revision: '5', position: positionAt(9) };
    const page = makePage({
      'GET /projects': [projectView({ defaultBranch: 'master' })],
      'GET /environments': [environmentView()],
      'PUT /projects/p1': done,
      'POST /test-runs': { ...done, id: 'r2' },
    });
    const { address } = renderOn(page, <RunInfo run={run} statusInfo={renamed} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Use the branch main' }));
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r2'));
    expect(page.sent.find(({ method }) => method === 'PUT')?.body).toEqual({ defaultBranch: 'main' });
    expect(page.sent.find(({ path }) => path === '/test-runs')?.body).toEqual({
      project: 'checkout',
      environment: environmentView().key,
      branch: 'main',
    });
  });

  it('offers no other branch where a run named the missing one', () => {
    expect(advise('git.branchNotFound', renamed, own({ defaultBranch: 'main' }))?.remedies).toEqual([]);
  });

  it('is for administrators, who may change the project', async () => {
    const run = testRunView(1, { status: 'FAIL', statusCode: 'config.ambiguous', statusInfo: ambiguous });
    const page = makePage({ 'GET /projects': [projectView()] }, { roleType: 'USER' });
    renderOn(page, <RunInfo run={run} statusInfo={ambiguous} />);
    await answered(page);
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });
});
