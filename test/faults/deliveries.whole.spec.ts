import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { type ReceivingServer, receivingServer } from '../support/receivingServer.ts';
import { createEnvironment, createProject } from '../support/runs.ts';
import { type smtpServer as SmtpServer, smtpServer } from '../support/smtpServer.ts';
import { alertOnFailure, allSent, deliveriesOf, messageIdOf, reportFailure } from './alertOnFailure.ts';

let installation: Installation;
let caller: Caller;
let receiver: ReceivingServer;
/** Takes every message, and never answers. */
let silent: ReceivingServer;
let mail: Awaited<ReturnType<typeof SmtpServer>>;

beforeAll(async () => {
  [receiver, silent, mail] = await Promise.all([receivingServer(), receivingServer(), smtpServer()]);
  silent.reply = () => null;
  installation = await startInstallation({
    env: {
      ASSAY_AGENT: '0',
      ASSAY_ALLOW_LOCAL_TARGETS: '127.0.0.1',
      ASSAY_SMTP_URL: `smtp://${mail.address}`,
      ASSAY_MAIL_FROM: 'assay@example.org',
    },
  });
  caller = await signIn(installation.url, admin);
  await createEnvironment(caller, { key: 'ci', name: 'CI' });
  await createProject(caller, { key: 'shop', name: 'Shop', gitUrl: '/nowhere', testingFramework: 'Playwright' });
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
  await Promise.all([receiver.stop(), silent.stop(), mail.stop()]);
});

describe('messages of alerts', () => {
  it('are neither lost nor sent twice unsaid when processes and stores are killed, and wait for no dead end', async () => {
    const hook = await alertOnFailure(caller, 'TRIGGER_WEBHOOK', `${receiver.url}/hook`);
    const post = await alertOnFailure(caller, 'SEND_EMAIL', 'ops@example.org');
    const deadEnd = await alertOnFailure(caller, 'TRIGGER_WEBHOOK', `${silent.url}/hook`);

    // 1. The automation dies while the receiver has a message and has not answered.
    receiver.reply = () => null;
    await reportFailure(caller, 'held');
    await eventually(() => receiver.received.length > 0);
    await installation.kill('automation');
    receiver.reply = () => ({ status: 200 });

    // 2. Whoever is on the way of a fact to a message dies at some moment of it.
    const victims = [
      ['api'],
      ['event store'],
      ['automation'],
      ['document store'],
      ['automation', 'api'],
      ['projector'],
    ];
    for (const [round, names] of victims.entries()) {
      await reportFailure(caller, `round-${round}`);
      await installation.kill(...names);
    }
    await reportFailure(caller, 'last');

    const branches = victims.length + 2;
    const [hooks, mails] = [await allSent(caller, hook, branches), await allSent(caller, post, branches)];

    // 3. Each failure is one message, and whatever arrived twice is said to be doubtful.
    const arrived = receiver.received.map(messageIdOf);
    expect(new Set(arrived).size).toBe(branches);
    const doubtful = hooks.filter(({ tries }) => tries.some(({ cutOff }) => cutOff));
    expect(doubtful.length).toBeGreaterThan(0);
    expect(arrived.length - branches).toBeLessThanOrEqual(hooks.reduce((sum, { tries }) => sum + tries.length - 1, 0));

    const messageIds = mail.received.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1]);
    expect(new Set(messageIds).size).toBe(branches);
    expect(new Set(mails.map(({ summary }) => summary)).size).toBe(branches);

    // 4. The receiver that never answers has had its messages tried one at a time, and the others did not wait for it.
    const stuck = await eventually(async () => {
      const deliveries = await deliveriesOf(caller, deadEnd);
      return deliveries.length === branches ? deliveries : null;
    });
    expect(stuck.every(({ state }) => state === 'waiting')).toBe(true);
    expect(new Set(silent.received.map(messageIdOf)).size).toBeGreaterThan(0);
  });
});
