import type { ScheduledJobView, UserId } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../testSupport/pageOfTests.tsx';
import { enter } from '../testSupport/retype.ts';
import { AppRoutes } from './AppRoutes.tsx';

const at = '2026-03-01T12:00:00.000Z';
const grace = { id: 'u1' as UserId, fullName: 'Grace Hopper' };

function job(id: string, changed: Partial<ScheduledJobView> = {}): ScheduledJobView {
  const [className = '', functionName = ''] = id.split('.');
  return {
    ...{ id, className, functionName, createdAt: at, process: 'automation', frequencyDisplay: 'every 5 s' },
    ...{ enabled: true, toggled: null, running: false, lastStartTime: at, lastDuration: 22, lastError: null },
    ...{ failingSince: null, failures: 0, nextRunTime: at, requested: null, lastRequest: null },
    lastRuns: [{ startTime: at, duration: 22, failed: false }],
    ...changed,
  };
}

const failing = job('Triggers.fireTriggers', {
  ...{ lastError: 'no store', failures: 11, failingSince: at },
  lastRuns: [{ startTime: at, duration: 22, failed: true }],
});
const off = job('Retention.expireDetails', {
  ...{ enabled: false, nextRunTime: null, toggled: { at, by: grace, reason: 'ticket 3998' } },
});

function show(jobs: ScheduledJobView[], running = true) {
  let answer = jobs;
  const page = makePage({
    'GET /employee': { employee: true },
    'GET /employee/jobs': () => ({ body: { jobs: answer, running } }),
    'POST /employee/jobs/Agents.expireSilentAgents/run': () => ({ body: job('Agents.expireSilentAgents') }),
    'POST /employee/jobs/Triggers.fireTriggers/toggle-enabled': () => ({ body: failing }),
  });
  renderOn(page, <AppRoutes />, '/employee/jobs');
  return {
    sent: () => page.sent.filter(({ method }) => method === 'POST'),
    next: (changed: ScheduledJobView[]) => {
      answer = changed;
    },
  };
}
const row = (name: RegExp) => screen.findByRole('row', { name });

describe('the jobs of the staff', () => {
  it('show their last run, why they fail and who turned them off', async () => {
    show([failing, job('Agents.expireSilentAgents', { running: true }), off]);
    expect(await row(/Triggers.*fireTriggers.*every 5 s/)).toBeVisible();
    expect(screen.getByRole('row', { name: /^no store, 11 times since/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /off since .* by Grace Hopper, “ticket 3998”/ })).toBeVisible();
    const running = within(screen.getByRole('row', { name: /Agents.*expireSilentAgents/ }));
    expect(running.getByText('still running')).toBeVisible();
    expect(running.queryByRole('button')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Off 1' }));
    expect(screen.queryByRole('row', { name: /Triggers/ })).toBeNull();
    expect(await row(/Retention.*expireDetails/)).toBeVisible();
  });

  it('run on demand for a reason, and show the outcome in the row', async () => {
    const { sent, next } = show([job('Agents.expireSilentAgents')]);
    await userEvent.click(await screen.findByRole('button', { name: 'Run now: Agents.expireSilentAgents' }));
    const form = within(await screen.findByRole('form', { name: 'Run Agents.expireSilentAgents' }));
    await userEvent.click(form.getByRole('button', { name: 'Run now' }));
    expect(await form.findByText("Can't be blank")).toBeVisible();
    await enter(form.getByLabelText(/^Reason/), 'ticket 4112');
    const request = { at, by: grace, reason: 'ticket 4112', startTime: at, error: null, dbRequests: 61 };
    next([job('Agents.expireSilentAgents', { lastRequest: { ...request, duration: 1800 } })]);
    await userEvent.click(form.getByRole('button', { name: 'Run now' }));
    expect(
      await screen.findByRole('row', { name: /Run by Grace Hopper .*“ticket 4112” ran in 1\.8s 61 store requests/ }),
    ).toBeVisible();
    expect(sent()).toMatchObject([{ body: { reason: 'ticket 4112' } }]);
  });

  it('are turned off by the switch or the space key', async () => {
    const { sent } = show([failing]);
    await userEvent.click(await screen.findByRole('switch', { name: 'Triggers.fireTriggers enabled' }));
    const form = within(await screen.findByRole('form', { name: 'Turn off Triggers.fireTriggers' }));
    await enter(form.getByLabelText(/^Reason/), 'it fails');
    await userEvent.click(form.getByRole('button', { name: 'Turn off' }));
    await waitFor(() => expect(sent()).toMatchObject([{ body: { reason: 'it fails', enabled: false } }]));
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    await userEvent.keyboard('j ');
    expect(await screen.findByRole('form', { name: 'Turn off Triggers.fireTriggers' })).toBeVisible();
  });

  it('say when no process runs them', async () => {
    show([failing], false);
    expect(await screen.findByText('The automation is not running: its jobs wait')).toBeVisible();
  });
});
