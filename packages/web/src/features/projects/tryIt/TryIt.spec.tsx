import type { ProjectTrialView } from '@assay/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { positionAt, projectView } from '../../../testSupport/views.ts';
import { ProjectSettingsTab } from '../ProjectSettingsTab.tsx';

const at = '2026-11-20T10:00:00.000Z';
const trialOf = (change: Record<string, unknown> = {}): ProjectTrialView =>
  ({
    id: 't1',
    state: 'working',
    createdAt: at,
    startedAt: at,
    endedAt: null,
    waitsFor: null,
    agent: { id: 'a1', name: 'builder' },
    phases: [
      { name: 'checkout', startedAt: at, durationMs: 800 },
      { name: 'install', startedAt: at, durationMs: null },
    ],
    log: '$ npm ci\nadded 12 packages\n',
    found: null,
    problem: null,
    ...change,
  }) as ProjectTrialView;

describe('trying the settings of a project', () => {
  let now = trialOf();
  function open(routes: Routes = {}) {
    const project = projectView({ configFile: 'e2e.config.ts' });
    const page = makePage({
      'POST /project-trials': { id: 't1' },
      'GET /project-trials/t1': () => ({ body: now }),
      'DELETE /project-trials/t1': () => {
        now = { ...now, state: 'canceled' };
        return { status: 204, body: null };
      },
      ...routes,
    });
    renderOn(page, <ProjectSettingsTab project={project} />, '/northwind/projects/checkout/settings');
    return {
      ...page,
      tried: () => page.sent.filter(({ path, method }) => method === 'POST' && path === '/project-trials'),
    };
  }
  const tryIt = async () => userEvent.click(await screen.findByRole('button', { name: 'Try it' }));

  it('says beforehand what it does, shows how far it is, and ends with the tests', async () => {
    now = trialOf();
    const page = open();
    expect(await screen.findByText(/lists the tests, and stops.*at most 15 minutes.*no test run/)).toBeVisible();
    await tryIt();
    expect(await screen.findByText('Install')).toBeVisible();
    expect(screen.getByLabelText('Log of the try')).toHaveTextContent('added 12 packages');
    expect(page.tried()[0]?.body).toMatchObject({ projectId: 'p1', configFile: 'e2e.config.ts', environment: null });
    now = trialOf({
      state: 'listed',
      endedAt: at,
      found: {
        commit: 'a'.repeat(40),
        commitMessage: 'Add it',
        count: 31,
        first: [{ file: 'cart.spec.ts', name: 'adds up', line: 3 }],
        unloaded: [{ file: 'broken.spec.ts', message: 'SyntaxError' }],
      },
    });
    page.tell('projectTrials', { kind: 'changed', ids: ['t1'], position: positionAt(9) });
    expect(await screen.findByText(/^Found 31 tests at a+\.$/)).toBeVisible();
    expect(screen.getByText('adds up')).toBeVisible();
    expect(screen.getByText('and 30 more')).toBeVisible();
    expect(screen.getByText('SyntaxError')).toBeVisible();
  });

  it('can be canceled', async () => {
    now = trialOf();
    open();
    await tryIt();
    await screen.findByText('Install');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Canceled.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  });

  it('says what to change after a failure, changes it in the form and tries again', async () => {
    const problem = { code: 'config.notFound', message: 'There is no e2e.config.ts.' };
    now = trialOf({ state: 'failed', endedAt: at, problem });
    const page = open();
    await tryIt();
    expect(await screen.findByText('There is no e2e.config.ts.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Change the config file' }));
    expect(screen.getByLabelText(/^Config file/)).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Find it automatically' }));
    await waitFor(() => expect(page.tried()).toHaveLength(2));
    expect(page.tried()[1]?.body).toMatchObject({ configFile: null });
  });

  it('tells why no agent takes it', async () => {
    now = trialOf({
      state: 'waiting',
      phases: [],
      log: '',
      agent: null,
      waitsFor: 'Waits for an agent: none is connected.',
    });
    open();
    await tryIt();
    expect(await screen.findByText('Waits for an agent: none is connected.')).toBeVisible();
  });

  it('mends a known cause by a click, and tries again at once', async () => {
    const message = "'npm test' failed (exit code 1). It ended with:\nError: Cannot find module '../dist/index.js'";
    now = trialOf({ state: 'failed', endedAt: at, problem: { code: 'list.failed', message } });
    const page = open();
    await tryIt();
    expect(await screen.findByText('dist/index.js is missing: a build makes it.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Build with npm run build' }));
    await waitFor(() => expect(page.tried()).toHaveLength(2));
    expect(page.tried()[1]?.body).toMatchObject({ buildCommand: 'npm run build' });
    expect(screen.getByRole('textbox', { name: 'Build command' })).toHaveValue('npm run build');
  });
});
