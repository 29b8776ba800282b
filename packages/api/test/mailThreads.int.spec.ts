import { mentionOf, type UserId } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { type MailedLinks, startApiWithMail } from './mailedLinks.ts';
import { prepareRun } from './prepareRun.ts';
import { uploadForm } from './uploadForm.ts';
import { failed, passed, xml } from './uploadsUnderTest.ts';

type Read = { id: string; subject: string; related: string[]; says: string };

/** What a mail program looks at to put mails together. */
function readMail(source: string): Read {
  const end = source.indexOf('\n\n');
  const head = source.slice(0, end).replaceAll(/\n[ \t]+/g, ' ');
  const field = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1] ?? '';
  const related = `${field('References')} ${field('In-Reply-To')}`.match(/<[^>]+>/g) ?? [];
  const says = /^Content-Type: text\/plain[\s\S]*?\n\n(.*)$/im.exec(source)?.[1] ?? '';
  return { id: field('Message-ID'), subject: field('Subject'), related: [...new Set(related)], says };
}

/** @returns the threads of a mailbox, as programs show them that go by references (RFC 5256) and by subjects, as Gmail does. */
function threadsOf(mails: readonly Read[]): Read[][] {
  const threads: Read[][] = [];
  for (const mail of mails) {
    const ids = new Set([mail.id, ...mail.related]);
    const belongs = (one: Read) => one.subject === mail.subject && [one.id, ...one.related].some((id) => ids.has(id));
    const thread = threads.find((some) => some.some(belongs));
    if (thread) thread.push(mail);
    else threads.push([mail]);
  }
  return threads;
}

describe('mails about a run', () => {
  let mail: MailedLinks;
  let api: ApiUnderTest;
  let grace: Person;
  let ids: { projectId: string; environmentId: string };
  beforeAll(async () => {
    mail = await startApiWithMail();
    api = mail.api;
    const { projectId, environmentId } = await prepareRun(api);
    ids = { projectId, environmentId };
    grace = await api.newPerson(api.admin.accountId, 'USER');
    const body = { notifyByEmail: true, notifyBySlack: false };
    await api.done('POST', '/users/me/notification-settings', { as: grace, body });
  });
  afterAll(() => mail.stop());

  const mailbox = (count: number, address = grace.email) =>
    eventually(() => {
      const sources = mail.sourcesTo(address);
      return sources.length >= count ? sources.map(readMail) : null;
    });
  const report = async (branch: string, ...cases: string[]) =>
    (await uploadForm(api, { ...ids, branch }, [xml(...cases)])).body.id;
  const cancel = (id: string) => api.done('PATCH', `/test-runs/${id}`, { body: { status: 'CANCELED' } });

  it('are one thread with those about what came of it, whoever asks for them, and apart from other runs', async () => {
    const ops = 'ops@example.org';
    const destination = `${grace.email}, ${ops}`;
    await api.done('POST', '/alerts', { body: { eventType: 'TESTRUN_FAIL', actionType: 'SEND_EMAIL', destination } });
    await api.caughtUp();
    const run = await report('main', failed('pays'), passed('adds'));
    await mailbox(1);
    const assigneeUserId: UserId = grace.userId;
    await api.done('PUT', '/review/user', { body: { reviewType: 'TEST_RUN', testRunId: run, assigneeUserId } });
    await mailbox(2);
    await api.done('POST', `/test-runs/${run}/messages`, {
      body: { text: `${mentionOf(grace.userId)}, look` },
    });
    await mailbox(3);
    await report('main', failed('pays'), failed('adds'));
    await mailbox(4);
    await report('main', passed('pays'), passed('adds'));
    await mailbox(5);
    await report('main', failed('pays'), passed('adds'));
    await report('feature', failed('pays'));
    await mailbox(7);
    const followed = (await api.done('POST', '/test-runs', { body: { project: 'shop', environment: 'test' } })).id;
    await api.done('POST', '/users/me/toggle-follow', { as: grace, body: { testRunId: followed } });
    await cancel(followed);
    const mails = await mailbox(8);

    const threads = threadsOf(mails);
    expect(threads.map((thread) => thread[0]?.subject)).toEqual([
      'Shop #2 on main in Test',
      'Shop #5 on main in Test',
      'Shop #6 on feature in Test',
      'Shop #7 on master in Test',
    ]);
    expect(threads[0]?.map(({ says }) => says)).toEqual([
      'Shop #2 failed: 1 of 2 tests',
      expect.stringMatching(/ asked you to review Shop #2$/),
      expect.stringMatching(/ mentioned you$/),
      'Shop #3 failed: 2 of 2 tests, 1 new',
      expect.stringMatching(/^Shop #4 is fixed after /),
    ]);
    expect(new Set(mails.map(({ id }) => id)).size).toBe(mails.length);
    // Each who is told has the thread, and mails of their own in it.
    const others = await mailbox(5, ops);
    expect(threadsOf(others)[0]).toHaveLength(3);
    expect(others.map(({ id }) => id).filter((id) => mails.some((one) => one.id === id))).toEqual([]);
    const heads = mail.sourcesTo(grace.email).map((source) => source.slice(0, source.indexOf('\n\n')));
    expect(heads.filter((head) => /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m.test(head))).toEqual(heads);
  });

  it('that are sent once more are in the thread too, as mails of their own', async () => {
    const alone = 'alone@example.org';
    const body = { eventType: 'TESTRUN_FAIL', actionType: 'SEND_EMAIL', destination: alone };
    const { id } = await api.done('POST', '/alerts', { body });
    await api.caughtUp();
    await report('resent', failed('pays'));
    await mailbox(1, alone);
    const { deliveries } = (await api.call<{ deliveries: { id: string }[] }>('GET', `/alerts/${id}/deliveries`)).body;
    await api.done('POST', `/alerts/${id}/deliveries/${deliveries[0]?.id}/resend`);
    const mails = await mailbox(2, alone);
    expect(threadsOf(mails)).toHaveLength(1);
    expect(new Set(mails.map((one) => one.id)).size).toBe(2);
  });
});
