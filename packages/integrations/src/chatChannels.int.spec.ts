import { type ReceivedRequest, type ReceivingServer, receivingServer } from '../../../test/support/receivingServer.ts';
import { sampleNews } from '../test/sampleNews.ts';
import { opsgeniePayloadOf } from './opsgenie/opsgenieAlert.ts';
import { openOpsgenieChannel } from './opsgenie/opsgenieChannel.ts';
import { openOutgoingGuard } from './outgoing/outgoingGuard.ts';
import { openPoster, type Poster } from './outgoing/postJson.ts';
import { type JsonReader, openJsonReader } from './outgoing/readJson.ts';
import { openSlackChannel } from './slack/slackChannel.ts';
import { slackPayloadOf } from './slack/slackMessage.ts';
import { teamsPayloadOf } from './teams/teamsCard.ts';
import { openTeamsChannel } from './teams/teamsChannel.ts';

/** A fake of each service on loopback, which speaks its HTTP. */
let fake: ReceivingServer;
let poster: Poster;
let reader: JsonReader;
beforeAll(async () => {
  fake = await receivingServer();
  const guard = openOutgoingGuard(['127.0.0.1']);
  poster = openPoster(guard);
  reader = openJsonReader(guard);
});
afterAll(async () => {
  poster.close();
  reader.close();
  await fake.stop();
});
beforeEach(() => {
  fake.received.length = 0;
});
const bodyOf = ({ body }: ReceivedRequest) => JSON.parse(body) as Record<string, unknown>;
const json = (body: object, status = 200) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const many = Array.from({ length: 500 }, (_, index) => ({
  file: `very/long/path/of/file-${index}.spec.ts`,
  name: 'n'.repeat(300),
}));

describe('Slack', () => {
  const deliver = (token = 'xoxb-secret', news = sampleNews(), before: string | null = null) =>
    openSlackChannel(poster, `${fake.url}/api`).deliver(
      { token, channel: '#checkout', payload: slackPayloadOf(news), before },
      'k',
    );

  it('gets a message by the bot, and the failing tests in its thread', async () => {
    fake.reply = () => json({ ok: true, ts: '1503435956.000247', channel: 'C024BE91L' });
    expect(await deliver()).toEqual({
      kind: 'done',
      detail: '200 posted',
      receipt: 'C024BE91L 1503435956.000247',
    });
    const [message, reply] = fake.received;
    expect(message).toMatchObject({ path: '/api/chat.postMessage', headers: { authorization: 'Bearer xoxb-secret' } });
    expect(message && bodyOf(message)).toMatchObject({
      channel: '#checkout',
      text: '🔴 Checkout #416 failed: 9 of 396 tests, 7 new',
      blocks: [
        { type: 'section' },
        { type: 'context', elements: [{ text: expect.stringContaining('fix/&lt;cart&gt;') }] },
        { type: 'actions' },
      ],
    });
    expect(reply && bodyOf(reply)).toEqual({
      channel: 'C024BE91L',
      thread_ts: '1503435956.000247',
      text: '• cart.spec.ts › adds &amp; removes\n• pay.spec.ts › takes a *card*\n… and 7 more',
      mrkdwn: false,
    });
  });

  it('changes the message that another one takes the place of, and says the details in its thread', async () => {
    fake.reply = () => json({ ok: true, ts: '1.2', channel: 'C1' });
    const { receipt } = Object(await deliver()) as { receipt?: string };
    fake.received.length = 0;
    const again = await deliver('xoxb-secret', sampleNews({ title: 'Checkout #416 failed' }), receipt ?? null);
    expect(again).toMatchObject({ kind: 'done', receipt });
    expect(fake.received.map((request) => [request.path, bodyOf(request)])).toEqual([
      ['/api/chat.update', expect.objectContaining({ channel: 'C1', ts: '1.2', text: '🔴 Checkout #416 failed' })],
      ['/api/chat.postMessage', expect.objectContaining({ channel: 'C1', thread_ts: '1.2' })],
    ]);
  });

  it('waits as long as it is asked to before it changes a message, and posts one that is gone', async () => {
    fake.reply = () => ({ status: 429, headers: { 'retry-after': '7' }, body: '' });
    expect(await deliver('xoxb-secret', sampleNews(), 'C1 1.2')).toMatchObject({ kind: 'retry', retryAfterMs: 7_000 });
    expect(fake.received.map(({ path }) => path)).toEqual(['/api/chat.update']);
    fake.reply = ({ path }) =>
      json(
        path.endsWith('update') ? { ok: false, error: 'message_not_found' } : { ok: true, ts: '3.4', channel: 'C1' },
      );
    expect(await deliver('xoxb-secret', sampleNews(), 'C1 1.2')).toMatchObject({ kind: 'done', receipt: 'C1 3.4' });
  });

  it('is not asked again by 200 for what it will never take, and is where it asks to wait', async () => {
    fake.reply = () => json({ ok: false, error: 'channel_not_found' });
    expect(await deliver()).toEqual({ kind: 'refused', reason: 'channel_not_found' });
    fake.reply = () => json({ ok: false, error: 'internal_error' });
    expect(await deliver()).toMatchObject({ kind: 'retry', reason: 'internal_error' });
    fake.reply = () => ({ status: 429, headers: { 'retry-after': '30' }, body: '' });
    expect(await deliver()).toMatchObject({ kind: 'retry', retryAfterMs: 30_000 });
    fake.reply = () => ({ status: 200, body: '<html>Sign in</html>' });
    expect(await deliver()).toMatchObject({ kind: 'refused', reason: expect.stringContaining('not the API') });
  });

  it('that took a message has taken it, whatever becomes of its thread', async () => {
    fake.reply = ({ body }) =>
      body.includes('thread_ts') ? { status: 500 } : json({ ok: true, ts: '1.2', channel: 'C' });
    expect(await deliver()).toMatchObject({ kind: 'done' });
  });

  it('repeats what it was sent, which may be long, and is understood all the same', async () => {
    const echo = 'ü'.repeat(30_000).replaceAll('ü', '\\u00fc');
    fake.reply = () => ({ status: 200, body: `{"ok":true,"message":{"text":"${echo}"},"channel":"C1","ts":"1.2"}` });
    expect(await deliver()).toMatchObject({ kind: 'done', receipt: 'C1 1.2' });
  });

  it('gets it by an incoming webhook, which has no threads', async () => {
    fake.reply = () => ({ status: 200, body: 'ok' });
    expect(await deliver(`${fake.url}/services/T/B/secret`)).toEqual({ kind: 'done', detail: '200 ok' });
    expect(fake.received.map(({ path }) => path)).toEqual(['/services/T/B/secret']);
  });

  it('gets no text that is longer than it takes', () => {
    const { blocks, thread } = slackPayloadOf(sampleNews({ title: '&'.repeat(5000), failures: many }));
    const [head] = blocks;
    expect(head?.type === 'section' && head.text.text.length).toBeLessThanOrEqual(3000);
    expect(JSON.stringify(head)).not.toMatch(/&am?…/);
    expect(thread?.length).toBe(3000);
  });
});

describe('Microsoft Teams', () => {
  it('gets an Adaptive Card of a version that it shows', async () => {
    fake.reply = () => ({ status: 202 });
    const url = `${fake.url}/workflows/abc?sig=secret`;
    const payload = teamsPayloadOf(sampleNews());
    expect(await openTeamsChannel(poster).deliver({ url, payload }, 'k')).toEqual({ kind: 'done', detail: '202' });
    const [request] = fake.received;
    expect(request?.path).toBe('/workflows/abc?sig=secret');
    expect(request && bodyOf(request)).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            version: '1.4',
            msteams: { width: 'full' },
            body: [
              { type: 'TextBlock', color: 'Attention' },
              { type: 'FactSet' },
              { text: '✗ cart.spec.ts › adds & removes' },
              { text: '✗ pay.spec.ts › takes a \\*card\\*' },
              { text: '… and 7 more' },
            ],
            actions: [{ type: 'Action.OpenUrl' }],
          },
        },
      ],
    });
  });

  it('gets a card that fits, and that says how many failures it leaves out', () => {
    const payload = teamsPayloadOf(sampleNews({ failures: many, moreFailures: 10 }));
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(21 * 1024);
    const body = payload.attachments[0]?.content.body ?? [];
    const named = body.filter((element) => element.type === 'TextBlock' && element.text.startsWith('✗')).length;
    expect(named).toBeGreaterThan(10);
    expect(body.at(-1)).toMatchObject({ text: `… and ${510 - named} more` });
  });

  const endpoint = (status: number) =>
    `Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error ${status} with ContextId tcid=1,server=AM3`;
  it.each([
    ['429 of its endpoint', { body: endpoint(429) }, { kind: 'retry', of: 'destination' }],
    [
      '429 of its endpoint with a time to wait',
      { body: endpoint(429), headers: { 'retry-after': '17' } },
      { kind: 'retry', retryAfterMs: 17_000 },
    ],
    ['503 of its endpoint', { body: endpoint(503) }, { kind: 'retry', of: 'destination' }],
    [
      '412 of its endpoint',
      { body: endpoint(412) },
      { kind: 'refused', reason: expect.stringContaining('HTTP error 412') },
    ],
    ['413 of its endpoint', { body: endpoint(413) }, { kind: 'refused' }],
    ['a failure without a status', { body: 'Webhook message delivery failed' }, { kind: 'refused' }],
    ['a JSON error', { body: '{"error":{"message":"no such channel"}}' }, { kind: 'refused' }],
    ['what it says when it took the card', { body: '1' }, { kind: 'done', detail: '200 1' }],
    ['nothing', { body: '' }, { kind: 'done', detail: '200' }],
    ['JSON without an error', { body: '{"id":"1"}' }, { kind: 'done' }],
  ])('may answer 200 with %s in the body', async (_what, reply, result) => {
    fake.reply = () => ({ status: 200, ...reply });
    const payload = teamsPayloadOf(sampleNews());
    expect(await openTeamsChannel(poster).deliver({ url: fake.url, payload }, 'k')).toMatchObject(result);
  });

  it('is not sent again what is too large for it', async () => {
    fake.reply = () => ({ status: 413 });
    const payload = teamsPayloadOf(sampleNews());
    expect(await openTeamsChannel(poster).deliver({ url: fake.url, payload }, 'k')).toMatchObject({ kind: 'refused' });
  });
});

describe('OpsGenie', () => {
  const deliver = (news = sampleNews(), team = '') =>
    openOpsgenieChannel(poster, reader, [1, 1, 1]).deliver(
      { api: `${fake.url}/`, key: 'secret', team, payload: opsgeniePayloadOf(news) },
      'k',
    );

  it('is told of trouble under an alias, and closes it under the same one', async () => {
    fake.reply = () => json({ result: 'Request will be processed', requestId: 'r1' }, 202);
    expect(await deliver(sampleNews(), 'Payments')).toMatchObject({ kind: 'done' });
    expect(await deliver(sampleNews({ kind: 'fixed', title: 'Fixed' }))).toMatchObject({ kind: 'done' });
    const [opened, closed] = fake.received.filter(({ method }) => method === 'POST');
    const { alias } = opened ? bodyOf(opened) : {};
    expect(opened).toMatchObject({ path: '/v2/alerts', headers: { authorization: 'GenieKey secret' } });
    expect(opened && bodyOf(opened)).toMatchObject({
      message: 'Checkout #416 failed: 9 of 396 tests, 7 new',
      responders: [{ type: 'team', name: 'Payments' }],
      tags: ['assay', 'failed'],
    });
    expect(opened && bodyOf(opened)).not.toHaveProperty('priority');
    expect(closed?.path).toBe(`/v2/alerts/${String(alias)}/close?identifierType=alias`);
    expect(closed && bodyOf(closed)).toEqual({ note: 'Fixed', source: 'Assay' });
  });

  /** Takes a request, and says what became of it at the second look. */
  function processing(data: object): void {
    let looks = 0;
    fake.reply = ({ method }) => {
      if (method === 'POST') return json({ result: 'Request will be processed', requestId: 'r1' }, 202);
      looks += 1;
      return looks === 1 ? json({ message: 'Request not found' }, 404) : json({ data });
    };
  }

  it('is asked what became of what it took, with the key', async () => {
    processing({ isSuccess: true, status: 'Created alert' });
    expect(await deliver()).toEqual({ kind: 'done', detail: '202 Created alert' });
    const [, ...looks] = fake.received;
    expect(looks.map(({ path }) => path)).toEqual(['/v2/alerts/requests/r1', '/v2/alerts/requests/r1']);
    expect(looks[0]?.headers).toMatchObject({ authorization: 'GenieKey secret' });
  });

  it('may refuse what it took; that there is nothing to close is no failure', async () => {
    processing({ isSuccess: false, status: 'Team does not exist' });
    const reason = 'taken at first, and refused then: Team does not exist';
    expect(await deliver()).toEqual({ kind: 'refused', reason });
    processing({ isSuccess: false, status: 'Alert does not exist' });
    expect(await deliver(sampleNews({ kind: 'fixed', title: 'Fixed' }))).toMatchObject({ kind: 'done' });
  });

  it('has taken it where it does not say in time what became of it', async () => {
    fake.reply = ({ method }) => (method === 'POST' ? json({ requestId: 'r1' }, 202) : json({}, 404));
    expect(await deliver()).toEqual({ kind: 'done', detail: '202 taken, and not worked on yet' });
  });

  it('gets no text that is longer than it takes', () => {
    const payload = opsgeniePayloadOf(sampleNews({ title: '🙂'.repeat(500), failures: many }));
    expect(payload).toMatchObject({ action: 'create' });
    if (payload.action !== 'create') return;
    expect(payload.message.length).toBeLessThanOrEqual(130);
    expect(payload.message).not.toMatch(/[\uD800-\uDBFF]…$/);
    expect(payload.description.length).toBe(15_000);
    expect(payload.alias.length).toBeLessThanOrEqual(512);
  });

  it('wakes nobody up for a test message', () => {
    expect(opsgeniePayloadOf(sampleNews({ kind: 'test' }))).toMatchObject({ action: 'create', priority: 'P5' });
  });

  it('that refuses the key is not asked again', async () => {
    fake.reply = () => json({ message: 'Could not authenticate' }, 401);
    expect(await deliver()).toMatchObject({ kind: 'refused', reason: '401 Could not authenticate' });
  });
});
