import { alertView } from '../../testSupport/alertView.ts';
import { type AlertForm, alertFormSchema, alertRequestOf, formOfAlert, withAction, withEvent } from './alertForm.ts';

const form = (change: Partial<AlertForm> = {}): AlertForm => ({ ...formOfAlert(null), ...change });
const problemOf = async (
  change: { [Name in keyof AlertForm]?: AlertForm[Name] | undefined },
  kept: AlertForm['actionType'] | null = null,
) =>
  alertFormSchema(kept)
    .validate({ ...form(), ...change })
    .then(
      () => null,
      (error: Error) => error.message,
    );

describe('the form of an alert', () => {
  it('begins with what is least noisy: a failed run, on change only', () => {
    expect(form()).toMatchObject({
      eventType: 'TESTRUN_FAIL',
      actionType: 'SEND_SLACK',
      send: 'onChange',
      minCount: 1,
    });
  });

  it('clears the destination with another action, and sends what is wrong on change only', () => {
    const filled = form({ destination: '#checkout' });
    expect(withAction(filled, 'TRIGGER_WEBHOOK').destination).toBe('');
    expect(withAction(filled, 'SEND_SLACK').destination).toBe('#checkout');
    expect(withEvent(filled, 'TESTRUN_FAIL').send).toBe('onChange');
    expect(withEvent(filled, 'TESTRUN_PASS').send).toBe('everyRun');
  });

  it.each([
    [{ actionType: 'TRIGGER_WEBHOOK', destination: 'hooks' }, 'You must provide a valid Webhook URL'],
    [{ actionType: 'TRIGGER_WEBHOOK', destination: 'https://hooks.example.com' }, null],
    [{ actionType: 'SEND_SLACK', destination: ' ' }, 'You must provide a Slack Channel'],
    [{ actionType: 'SEND_SLACK', destination: undefined }, 'You must provide a Slack Channel'],
    [
      { actionType: 'SEND_MICROSOFT_TEAMS', destination: 'http://example.com' },
      'You must provide a valid Microsoft Teams Incoming Webhook URL',
    ],
    [{ actionType: 'SEND_MICROSOFT_TEAMS', authorizationId: 'channel-1' }, null],
    [{ actionType: 'SEND_EMAIL', destination: 'a@example.com; nobody' }, 'Invalid email address'],
    [{ actionType: 'SEND_EMAIL', destination: '' }, null],
    [{ actionType: 'TRIGGER_OPSGENIE', destination: '' }, null],
    [{ actionType: 'TRIGGER_OPSGENIE', eventType: 'TESTRUN_MATCHES' }, 'Say what the name of a failed test contains'],
    [{ actionType: 'TRIGGER_OPSGENIE', minPercent: 101 }, 'Must be between 0 and 100'],
  ] as [Parameters<typeof problemOf>[0], string | null][])('with %p says %p', async (change, problem) => {
    expect(await problemOf(change)).toBe(problem);
  });

  it('keeps a sealed address that is left empty, for the same action only', async () => {
    expect(formOfAlert(alertView({ destination: 'hooks.example.com' })).destination).toBe('');
    expect(await problemOf({ actionType: 'TRIGGER_WEBHOOK' }, 'TRIGGER_WEBHOOK')).toBeNull();
    expect(await problemOf({ actionType: 'SEND_MICROSOFT_TEAMS' }, 'TRIGGER_WEBHOOK')).not.toBeNull();
  });

  it('sends the channel of Microsoft Teams that is chosen, and nothing of it for another action', () => {
    const chosen = form({ actionType: 'SEND_MICROSOFT_TEAMS', authorizationId: 'channel-1' });
    expect(alertRequestOf(chosen, 'ACTIVE')).toMatchObject({ authorizationId: 'channel-1', destination: null });
    expect(alertRequestOf(withAction(chosen, 'SEND_SLACK'), 'ACTIVE')).not.toHaveProperty('authorizationId');
  });

  it('is sent with what is left open as null', () => {
    const sent = alertRequestOf(form({ destination: ' #checkout ', branches: ['main'] }), 'ACTIVE');
    expect(sent).toMatchObject({
      destination: '#checkout',
      status: 'ACTIVE',
      criteria: { projectId: null, branches: ['main'], testName: null, inARow: 1 },
    });
  });
});
