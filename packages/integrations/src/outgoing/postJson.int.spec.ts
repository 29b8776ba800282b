import { freePort } from '../../../../test/support/freePort.ts';
import { type ReceivingServer, type Reply, receivingServer } from '../../../../test/support/receivingServer.ts';
import { openOutgoingGuard } from './outgoingGuard.ts';
import { isAnswer, openPoster, resultOf, retryAfterMsOf } from './postJson.ts';

describe('what is posted to the address of somebody', () => {
  let server: ReceivingServer;
  beforeAll(async () => {
    server = await receivingServer();
  });
  afterAll(() => server.stop());

  async function outcomeOf(reply: Reply, { url = server.url, allowed = ['127.0.0.1'], timeLimitMs = 60_000 } = {}) {
    server.reply = () => reply;
    const poster = openPoster(openOutgoingGuard(allowed), timeLimitMs);
    try {
      const outcome = await poster.post({ url, body: '{"a":1}', headers: { 'x-one': '1' } });
      return isAnswer(outcome) ? resultOf(outcome) : outcome;
    } finally {
      poster.close();
    }
  }

  it('is JSON, and is done with any 2xx', async () => {
    expect(await outcomeOf({ status: 202, body: 'ok\n' })).toEqual({ kind: 'done', detail: '202 ok' });
    expect(server.received.at(-1)).toMatchObject({
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json', 'x-one': '1' },
    });
  });

  it.each([408, 429, 500, 502, 503])('comes again later after %s', async (status) => {
    expect(await outcomeOf({ status })).toEqual({ kind: 'retry', reason: String(status), of: 'destination' });
  });

  it('waits as long as it is told to', async () => {
    const answer = { status: 429, headers: { 'retry-after': '120' }, body: 'slow down' };
    expect(await outcomeOf(answer)).toMatchObject({ kind: 'retry', reason: '429 slow down', retryAfterMs: 120_000 });
  });

  it.each([400, 401, 404, 413])('is never taken after %s', async (status) => {
    expect(await outcomeOf({ status })).toEqual({ kind: 'refused', reason: String(status) });
  });

  it('says that an address is gone', async () => {
    expect(await outcomeOf({ status: 410 })).toMatchObject({ kind: 'refused', gone: true });
  });

  it('follows no redirect', async () => {
    const before = server.received.length;
    const answer = { status: 302, headers: { location: `${server.url}/elsewhere` } };
    expect(await outcomeOf(answer)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('redirects') });
    expect(server.received).toHaveLength(before + 1);
  });

  it('waits no longer than its limit for an answer', async () => {
    // Long enough to send it on a busy machine: only what was sent may have arrived.
    expect(await outcomeOf(null, { timeLimitMs: 2_000 })).toEqual({
      kind: 'retry',
      reason: 'no answer within 2 s: whether it arrived is not known',
      of: 'destination',
      isDoubtful: true,
    });
  });

  it('says that it may have arrived where the connection is cut after it was sent', async () => {
    const before = server.received.length;
    expect(await outcomeOf('cut')).toEqual({
      kind: 'retry',
      reason: expect.stringMatching(/^.+: whether it arrived is not known$/),
      of: 'destination',
      isDoubtful: true,
    });
    expect(server.received).toHaveLength(before + 1);
  });

  it('comes again where nobody listens, and is not doubtful there', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const reason = expect.stringMatching(/ECONNREFUSED [\d.:]+$/);
    expect(await outcomeOf(null, { url })).toEqual({ kind: 'retry', reason, of: 'destination' });
  });

  it('reaches no address of this machine that is not allowed, by number or by name', async () => {
    const before = server.received.length;
    const refused = { kind: 'refused', reason: expect.stringContaining('not allowed') };
    expect(await outcomeOf({ status: 200 }, { allowed: [] })).toEqual(refused);
    const url = server.url.replace('127.0.0.1', 'localhost');
    expect(await outcomeOf({ status: 200 }, { allowed: [], url })).toEqual(refused);
    expect(server.received).toHaveLength(before);
  });

  it('reads no more of an answer than anybody needs', async () => {
    const done = await outcomeOf({ status: 200, body: 'x'.repeat(5_000_000) });
    expect(JSON.stringify(done).length).toBeLessThan(1_100);
  });
});

describe('the time to wait', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  it.each([
    ['5', 5_000],
    ['Mon, 23 Nov 2026 12:01:00 GMT', 60_000],
    ['Mon, 23 Nov 2026 11:00:00 GMT', 0],
    ['999999999', 24 * 3_600_000],
    ['soon', null],
    [undefined, null],
  ])('of %p is %p ms', (header, ms) => {
    expect(retryAfterMsOf(header, now)).toBe(ms);
  });
});
