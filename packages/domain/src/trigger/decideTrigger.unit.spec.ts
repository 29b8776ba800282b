import { defaultTriggerSettings, type ProjectId, type TriggerId } from '@assay/contract';
import type { TriggerEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { triggerDecider } from './decideTrigger.ts';

const triggerId = 'nightly' as TriggerId;
const settings = {
  ...defaultTriggerSettings,
  type: 'interval' as const,
  projectId: 'shop' as ProjectId,
  cron: '30 2 * * *',
};
const facts = { triggerId, name: 'Nightly', settings };
const created: TriggerEvent = { type: 'TriggerCreated', data: facts };
const disabled: TriggerEvent = { type: 'TriggerDisabled', data: { triggerId } };
const enabled: TriggerEvent = { type: 'TriggerEnabled', data: { triggerId } };
const archived: TriggerEvent = { type: 'TriggerArchived', data: { triggerId } };
const trigger = (...events: TriggerEvent[]) => given(triggerDecider, ...events);

describe('a trigger', () => {
  it('is created once, and is enabled then', () => {
    const create = { type: 'createTrigger' as const, ...facts };
    trigger().when(create).gives(created);
    trigger(created).when(create).refuses('trigger.exists');
    expect(trigger(created).state).toMatchObject({ enabled: true });
  });

  it('records what changed, and only that', () => {
    trigger(created)
      .when({ type: 'changeTrigger', name: 'Nightly', settings: { ...settings } })
      .gives();
    trigger(created)
      .when({ type: 'changeTrigger', name: 'Each night', settings: { ...settings, timeZone: 'Europe/Berlin' } })
      .gives(
        { type: 'TriggerRenamed', data: { triggerId, from: 'Nightly', name: 'Each night' } },
        { type: 'TriggerSettingChanged', data: { triggerId, setting: 'timeZone', from: null, to: 'Europe/Berlin' } },
      );
  });

  it('is turned off and on', () => {
    const toggle = { type: 'toggleTrigger' as const };
    trigger(created).when(toggle).gives(disabled);
    trigger(created, disabled).when(toggle).gives(enabled);
    trigger(created, disabled, enabled).when(toggle).gives(disabled);
  });

  it('is not found before it is created, nor once it is archived', () => {
    trigger(created).when({ type: 'archiveTrigger' }).gives(archived);
    trigger(created, archived).when({ type: 'toggleTrigger' }).refuses('trigger.notFound');
    trigger().when({ type: 'archiveTrigger' }).refuses('trigger.notFound');
  });
});
