import { messages, type TriggerView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { passingTime } from '../../testSupport/passingTime.ts';
import { retype } from '../../testSupport/retype.ts';
import { triggerSlotView, triggerView } from '../../testSupport/triggerViews.ts';
import { environmentView, projectView } from '../../testSupport/views.ts';
import { TriggerScreen } from './TriggerScreen.tsx';

function open(trigger: TriggerView, { roleType = 'ADMIN' as 'USER' | 'ADMIN', hash = '' } = {}) {
  const page = makePage(
    {
      'GET /projects': [projectView()],
      'GET /environments': [environmentView()],
      'GET /test-suites': [],
      'GET /triggers': [trigger],
      [`GET /triggers/${trigger.id}`]: trigger,
      [`PUT /triggers/${trigger.id}`]: { id: trigger.id, revision: '5', position: trigger.position },
    },
    { roleType },
  );
  renderOn(
    page,
    <Routes>
      <Route path="/:account/triggers" element="The list" />
      <Route path="/:account/triggers/:triggerId" element={<TriggerScreen />} />
    </Routes>,
    `/northwind/triggers/${trigger.id}${hash}`,
  );
  return { ...page, change: () => page.sent.find(({ method }) => method === 'PUT') };
}

const save = () => screen.getByRole('button', { name: 'Save' });
const schedule = () => screen.findByRole('complementary', { name: 'Schedule' });

describe('the form of a trigger', () => {
  const time = passingTime();

  it('takes what happens while the run before goes on, and how late it catches up', async () => {
    const { change } = open(triggerView('Nightly', { overlap: 'skip', catchUpMinutes: 60 }));
    expect(await screen.findByRole('radio', { name: 'Skip' })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: 'Queue one' }));
    await retype(/^After downtime/, '15');
    await userEvent.click(save());
    await waitFor(() => expect(change()).toBeDefined());
    expect(change()?.body).toMatchObject({ overlap: 'queue', catchUpMinutes: 15, cron: '30 2 * * *' });
    expect(change()?.headers).toMatchObject({ 'If-Match': '4' });
  });

  it('is only looked at by a USER', async () => {
    open(triggerView('Nightly', { timeZone: 'Europe/Berlin' }), { roleType: 'USER' });
    expect(await screen.findByText('Only administrators change triggers.')).toBeVisible();
    expect(save()).toBeDisabled();
    expect(screen.getByRole('switch', { name: 'Enabled' })).toBeDisabled();
    expect(screen.getByLabelText('Cron')).toBeDisabled();
    expect(screen.getByRole('radio', { name: 'Skip' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Delete trigger' })).toBeNull();
    expect(await schedule()).toHaveTextContent('Daylight saving moves this trigger');
    expect(screen.queryByRole('button', { name: /^Use / })).toBeNull();
  });

  it('tells the next five times as they fire in a night in which an hour comes twice', async () => {
    time.passed = Date.parse('2026-10-24T21:10:00Z') - Date.now();
    open(triggerView('Hourly', { cron: '0 * * * *', timeZone: 'Europe/Berlin' }));
    const [, ...rows] = within(await schedule()).getAllByRole('row');
    expect(rows.map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent))).toEqual([
      ['Sun 25 Oct', '00:00', '22:00'],
      ['Sun 25 Oct', '01:00', '23:00'],
      ['Sun 25 Oct', '02:00', '00:00'],
      ['Sun 25 Oct', '02:00', '01:00'],
      ['Sun 25 Oct', '03:00', '02:00'],
    ]);
  });

  it('leaves the hours in which clocks are changed for another hour', async () => {
    const { change } = open(triggerView('Nightly', { timeZone: 'Europe/Berlin' }));
    await userEvent.click(await within(await schedule()).findByRole('button', { name: 'Use 03:30' }));
    expect(screen.getByLabelText('Cron')).toHaveValue('30 3 * * *');
    expect(screen.queryByText('Daylight saving moves this trigger')).toBeNull();
    await userEvent.click(save());
    await waitFor(() => expect(change()?.body).toMatchObject({ cron: '30 3 * * *', timeZone: 'Europe/Berlin' }));
  });

  it('leaves them for UTC', async () => {
    const { change } = open(triggerView('Nightly', { timeZone: 'Europe/Berlin' }));
    await userEvent.click(await within(await schedule()).findByRole('button', { name: 'Use UTC' }));
    expect(screen.queryByText('Daylight saving moves this trigger')).toBeNull();
    await userEvent.click(save());
    await waitFor(() => expect(change()?.body).toMatchObject({ cron: '30 2 * * *', timeZone: null }));
  });

  it.each([
    ['version', {}, () => screen.getByRole('radio', { name: 'Latest deploy' })],
    ['project', {}, () => screen.getByRole('combobox', { name: 'Project' })],
    ['environment', {}, () => screen.getByRole('combobox', { name: 'Environment' })],
    ['test-suite', { testOptionsType: 'suite' }, () => screen.getByRole('combobox', { name: 'Test Suite' })],
    [
      'test-plan',
      { type: 'testPlanInterval', projectId: null, environmentId: null },
      () => screen.getByRole('combobox', { name: 'Test Plan' }),
    ],
  ] as [string, Partial<TriggerView>, () => HTMLElement][])(
    'begins at the %s when the list leads there',
    async (field, of, element) => {
      const slots = [triggerSlotView({ outcome: 'refused', message: messages.noSuchProject })];
      open(triggerView('Nightly', { slots, refusals: 1, ...of }), { hash: `#trigger-${field}` });
      await screen.findByRole('form', { name: 'Trigger' });
      await waitFor(() => expect(element()).toHaveFocus());
    },
  );
});
