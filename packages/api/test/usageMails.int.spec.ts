import { type PolicyGroup, policyGroups, startAutomation } from '@assay/automation';
import type { UsageHistoryView } from '@assay/contract';
import { newId } from '@assay/event-log';
import { pino } from 'pino';
import { eventually } from '../../../test/support/eventually.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';
import { type MailedLinks, startApiWithMail } from './mailedLinks.ts';
import { prepareRun } from './prepareRun.ts';
import { uploadForm } from './uploadForm.ts';

const [at80, at100] = ['80% of testing minutes are used', 'All testing minutes are used'];

describe('the mails about testing minutes', () => {
  let mail: MailedLinks;
  let api: ApiUnderTest;
  let staff: Person;
  let second: Person;
  let run: Awaited<ReturnType<typeof prepareRun>>;
  beforeAll(async () => {
    mail = await startApiWithMail();
    api = mail.api;
    run = await prepareRun(api);
    staff = await api.newAccount('provider');
    await grantStaff(api, staff);
    second = await api.newPerson(api.admin.accountId, 'ADMIN');
  });
  afterAll(() => mail.stop());

  const toTier = (tier: number | null) =>
    api.done('PUT', `/employee/accounts/${api.admin.accountId}/plan`, { as: staff, body: { tier } });
  /** Uploads a test that took some hours. Plans with limits do not include uploads. */
  const upload = async (hours: number) => {
    const time = hours * 3_600;
    const content = `<testsuite name="s"><testcase classname="C" file="c.js" name="t" time="${time}"/></testsuite>`;
    await toTier(null);
    expect(await uploadForm(api, run, [{ name: 'r.xml', content }])).toMatchObject({ status: 201 });
    await toTier(1);
  };
  const reached = async () => {
    const percents: number[] = [];
    for await (const event of api.eventLog.read(`account-${api.admin.accountId}`)) {
      if (event.type === 'TestingMinutesReached') percents.push(event.data.percent);
    }
    return percents;
  };

  it('go to every administrator at 80 and at 100 percent, and to no one else', async () => {
    const user = await api.newPerson(api.admin.accountId, 'USER');
    await upload(4);
    await eventually(async () => {
      for (const { email } of [api.admin, second]) expect(mail.subjectsTo(email)).toEqual([at80]);
    });
    const text = mail.sourceTo(second.email);
    expect(text).toContain('300 testing minutes');
    expect(text).toContain('/acme/settings/payment');

    await upload(1);
    await eventually(async () => {
      for (const { email } of [api.admin, second]) expect(mail.subjectsTo(email)).toEqual([at80, at100]);
    });
    for (const { email } of [user, staff]) expect(mail.subjectsTo(email)).toEqual([]);
  });

  it('are in the history of the month, with the days at which the shares were reached and mailed', async () => {
    await eventually(async () => {
      await api.caughtUp();
      const { body } = await api.call<UsageHistoryView>('GET', '/account/usage-history');
      const month = new Date().toISOString().slice(0, 'YYYY-MM'.length);
      const time = expect.any(String);
      const reached = [80, 100].map((percent) => ({ percent, at: time, mailedAt: time }));
      expect(body).toEqual({ runners: 0, analyses: 0, months: [{ month, peakRunners: 0, peakAt: time, reached }] });
    });
    expect((await api.call('GET', '/account/usage-history', { as: staff })).body).toMatchObject({
      months: [{ reached: [] }],
    });
  });

  it('are sent once a month, by any number of automations and after restarts', async () => {
    await upload(1);
    const log = pino({ level: 'silent' });
    const again = (): PolicyGroup[] =>
      policyGroups()
        .filter(({ name }) => name === 'usage' || name === 'outbound')
        .map(({ takesOverFrom: _, ...group }) => ({ ...group, checkpoint: `again.${newId()}` }));
    const caughtUp = async (groups: readonly PolicyGroup[]) => {
      const { position } = (await api.eventLog.head()) ?? { position: '' };
      for (const { checkpoint } of groups) {
        await eventually(async () => ((await api.operations.checkpoints.read(checkpoint)) ?? '') >= position);
      }
    };
    // Both react to everything since the first event, at once.
    const sets = [again(), again()];
    const started = await Promise.all(sets.map((groups) => startAutomation({ ...api, log }, { groups })));
    for (const groups of sets) await caughtUp(groups);
    await Promise.all(started.map((automation) => automation.stop()));

    expect(await reached()).toEqual([80, 100]);
    for (const { email } of [api.admin, second]) expect(mail.subjectsTo(email)).toEqual([at80, at100]);
  });
});
