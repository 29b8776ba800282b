import { type AlertId, type AlertSettings, defaultAlertCriteria } from '@assay/contract';
import type { AlertEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { alertDecider } from './decideAlert.ts';

const alertId = 'a1' as AlertId;
const settings: AlertSettings = {
  eventType: 'TESTRUN_FAIL',
  actionType: 'TRIGGER_WEBHOOK',
  ...defaultAlertCriteria,
};
const facts = {
  alertId,
  settings,
  destination: 'https://hooks.example.com/a',
  signingSecret: 'whsec_one',
  active: true,
};
const created: AlertEvent = { type: 'AlertCreated', data: facts };
const archived: AlertEvent = { type: 'AlertArchived', data: { alertId } };
const off: AlertEvent = { type: 'AlertDeactivated', data: { alertId, reason: null } };
const alert = (...events: AlertEvent[]) => given(alertDecider, ...events);
const { destination } = facts;

describe('an alert', () => {
  it('is created once', () => {
    const create = { type: 'createAlert' as const, ...facts };
    alert().when(create).gives(created);
    alert(created).when(create).refuses('alert.exists');
  });

  it('records what changed, and only that', () => {
    alert(created).when({ type: 'changeAlert', settings, destination, active: true }).gives();
    const wanted = { ...settings, branches: ['main'] };
    alert(created)
      .when({ type: 'changeAlert', settings: wanted, destination: 'https://hooks.example.com/b', active: false })
      .gives(
        { type: 'AlertSettingChanged', data: { alertId, setting: 'branches', from: [], to: ['main'] } },
        { type: 'AlertDestinationChanged', data: { alertId, destination: 'https://hooks.example.com/b' } },
        off,
      );
  });

  it('is turned off by the service once, with its reason, and on again by people', () => {
    const gone = { type: 'deactivateAlert' as const, reason: 'the address is gone' };
    const byService: AlertEvent = { type: 'AlertDeactivated', data: { alertId, reason: 'the address is gone' } };
    alert(created).when(gone).gives(byService);
    alert(created, byService).when(gone).gives();
    alert(created, byService)
      .when({ type: 'changeAlert', settings, destination, active: true })
      .gives({ type: 'AlertActivated', data: { alertId } });
  });

  it('is silent until a time with a reason, or until somebody ends it', () => {
    const silence = { until: '2026-11-24T12:00:00.000Z', reason: 'maintenance' };
    const silenced: AlertEvent = { type: 'AlertSilenced', data: { alertId, ...silence } };
    const unsilenced: AlertEvent = { type: 'AlertUnsilenced', data: { alertId } };
    alert(created)
      .when({ type: 'silenceAlert', ...silence })
      .gives(silenced);
    alert(created, silenced).when({ type: 'unsilenceAlert' }).gives(unsilenced);
    alert(created, silenced, unsilenced).when({ type: 'unsilenceAlert' }).gives();
  });

  it('notes once who wants no mail of it any more, and who does again', () => {
    const recipient = '0a1b';
    const off: AlertEvent = { type: 'AlertRecipientUnsubscribed', data: { alertId, recipient } };
    const on: AlertEvent = { type: 'AlertRecipientResubscribed', data: { alertId, recipient } };
    alert(created).when({ type: 'unsubscribe', recipient }).gives(off);
    alert(created, off).when({ type: 'unsubscribe', recipient }).gives();
    alert(created, off).when({ type: 'resubscribe', recipient }).gives(on);
    alert(created, off, on).when({ type: 'resubscribe', recipient }).gives();
    expect(alert(created, off).state).toMatchObject({ unsubscribed: [recipient] });
    expect(alert(created, off, on).state).toMatchObject({ unsubscribed: [] });
  });

  it('is signed by the old secret as well for a while', () => {
    const oldUntil = '2026-11-24T00:00:00.000Z';
    const replaced: AlertEvent = {
      type: 'AlertSigningSecretReplaced',
      data: { alertId, signingSecret: 'whsec_two', oldUntil },
    };
    alert(created).when({ type: 'replaceSigningSecret', signingSecret: 'whsec_two', oldUntil }).gives(replaced);
    expect(alert(created, replaced).state).toMatchObject({
      signingSecret: 'whsec_two',
      oldSecret: { secret: 'whsec_one', until: oldUntil },
    });
  });

  it('is not found before it is created, nor once it is archived', () => {
    alert(created).when({ type: 'archiveAlert' }).gives(archived);
    alert(created, archived).when({ type: 'deactivateAlert', reason: '' }).refuses('alert.notFound');
    alert().when({ type: 'archiveAlert' }).refuses('alert.notFound');
  });
});
