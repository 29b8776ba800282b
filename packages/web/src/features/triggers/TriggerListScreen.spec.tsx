import { noLatestDeployMessage, type TestRunId, type TriggerSlotView, type TriggerView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { triggerSlotView, triggerView } from '../../testSupport/triggerViews.ts';
import { environmentView, projectView } from '../../testSupport/views.ts';
import { TriggerListScreen } from './TriggerListScreen.tsx';

function open(triggers: TriggerView[], roleType: 'USER' | 'ADMIN' = 'ADMIN') {
  const page = makePage({ 'GET /triggers': () => ({ body: triggers }) }, { roleType });
  return { ...page, ...renderOn(page, <TriggerListScreen />, '/northwind/triggers') };
}

const names = async () =>
  (await screen.findAllByRole('row')).slice(1).map((row) => within(row).getAllByRole('link')[0]?.textContent);
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const run = (change: Partial<NonNullable<TriggerSlotView['testRun']>> = {}): TriggerSlotView['testRun'] => ({
  id: 'r418' as TestRunId,
  number: 418,
  status: 'PASS',
  nothingCouldPass: false,
  passCount: 24,
  flakyCount: 0,
  failCount: 0,
  ...change,
});
const message = noLatestDeployMessage(projectView().name, environmentView().name);
const broken = triggerView('Device lab', {
  refusals: 5,
  slots: [triggerSlotView({ outcome: 'refused', message })],
});

describe('the list of triggers', () => {
  it('has what is broken first, then what is due next, and what is off last', async () => {
    const due = (name: string, nextRunAt: string) => triggerView(name, { nextRunAt });
    const onDeploy = { type: 'deploy', onDeploy: true, nextRunAt: null } as const;
    open([
      triggerView('Retired', { enabled: false, nextRunAt: null, refusals: 2 }),
      triggerView('By hand', { type: 'now', nextRunAt: null }),
      triggerView('After deploy', onDeploy),
      due('Weekly', '2126-11-22T02:30:00.000Z'),
      due('Hourly', '2126-11-20T03:00:00.000Z'),
      broken,
    ]);
    expect(await names()).toEqual(['Device lab', 'Hourly', 'Weekly', 'After deploy', 'By hand', 'Retired']);
    expect(screen.getByText(/5 on, 1 off/)).toHaveTextContent(/^1 broken · 5 on, 1 off/);
  });

  it('has a column for what starts each, among the others in their order', async () => {
    open([triggerView('After deploy', { type: 'deploy', onDeploy: true, nextRunAt: null })]);
    const row = await rowOf('After deploy');
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual([
      'Name',
      'Project, suite, plan',
      'Stage, environment',
      'Last run',
      'Next run',
      'Version',
      'Tags',
      'Trigger',
      'Enabled',
      'Actions',
    ]);
    expect(within(row).getAllByRole('cell')[heads.indexOf('Trigger')]).toHaveTextContent(/^On deploy of/);
  });

  it.each<[string, Partial<TriggerSlotView>, string]>([
    ['skipped', { outcome: 'skipped', blockedBy: run() }, 'Skipped: #418 was still running'],
    ['skipped for a run that is gone', { outcome: 'skipped' }, 'Skipped: the run before had not ended'],
    ['queued', { outcome: 'queued', blockedBy: run() }, 'Waits for #418'],
    ['settling', { outcome: 'settling' }, 'Waits for the deploy to settle'],
    ['replaced', { outcome: 'superseded' }, 'Replaced by a newer one'],
    ['missed', { outcome: 'missed', missedCount: 3 }, '3 times missed: Assay was not running'],
    ['refused', { outcome: 'refused', message: 'No room' }, 'Refused, could not be started'],
    ['late', { testRun: run(), lateMs: 250_000 }, '24 passed · 4m 10s late'],
    ['failed', { testRun: run({ status: 'FAIL', failCount: 2 }) }, '2 failed · 24 passed'],
    ['canceled', { testRun: run({ status: 'CANCELED' }) }, 'Canceled'],
  ])('says why nothing ran, or what did: %s', async (_, slot, text) => {
    open([triggerView('Nightly', { slots: [triggerSlotView(slot)] })]);
    expect(await rowOf('Nightly')).toHaveTextContent(text);
  });

  it('says how often in a row one was refused and why, and leads to the field that mends it', async () => {
    open([broken]);
    const row = await rowOf('Device lab');
    expect(row).toHaveTextContent(`Refused 5 times in a row. ${message}`);
    const fix = within(row).getByRole('link', { name: 'Choose a version' });
    expect(fix).toHaveAttribute('href', '/northwind/triggers/device-lab#trigger-version');
  });

  it('offers no way to mend what its form does not say', async () => {
    const slots = [triggerSlotView({ outcome: 'refused', message: 'The limit is 100.' })];
    open([triggerView('Crowded', { refusals: 1, slots })]);
    const row = await rowOf('Crowded');
    expect(row).toHaveTextContent('The limit is 100.');
    expect(within(row).queryByRole('link', { name: /Choose/ })).toBeNull();
  });

  it('is turned on and off by administrators', async () => {
    const page = open([triggerView('Nightly')]);
    page.routes['POST /triggers/nightly/toggle-enabled'] = { id: 'nightly', revision: '5', position: broken.position };
    await userEvent.click(await screen.findByRole('switch', { name: 'Nightly is enabled' }));
    await waitFor(() => expect(page.sent.some(({ path }) => path === '/triggers/nightly/toggle-enabled')).toBe(true));
  });

  it('is only looked at by a USER, who may run them', async () => {
    open([broken], 'USER');
    expect(await screen.findByRole('switch', { name: 'Device lab is enabled' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Actions of Device lab' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'New trigger' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Choose a version' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Run Now: Device lab' })).toBeEnabled();
  });
});
