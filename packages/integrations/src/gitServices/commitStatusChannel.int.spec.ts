import type { GitService } from '@assay/contract';
import { type ReceivingServer, receivingServer } from '../../../../test/support/receivingServer.ts';
import { openOutgoingGuard } from '../outgoing/outgoingGuard.ts';
import { openPoster, type Poster } from '../outgoing/postJson.ts';
import { apiOf, type CommitStatus } from './commitStatus.ts';
import { openCommitStatusChannel } from './commitStatusChannel.ts';

/** A fake of each service on loopback, which speaks its HTTP. */
let fake: ReceivingServer;
let poster: Poster;
beforeAll(async () => {
  fake = await receivingServer();
  poster = openPoster(openOutgoingGuard(['127.0.0.1']));
});
afterAll(async () => {
  poster.close();
  await fake.stop();
});
beforeEach(() => {
  fake.received.length = 0;
  fake.reply = () => ({ status: 201, body: '{"id":1}' });
});

const commit = 'c0ffee'.padEnd(40, '0');
const passed: CommitStatus = {
  state: 'passed',
  name: 'Assay / Checkout on Staging',
  description: '396 tests passed in 3m 12s',
  url: 'https://assay.example.com/northwind/test-runs/01',
};
const deliver = (provider: GitService, status = passed, path = 'northwind/shop') =>
  openCommitStatusChannel(poster).deliver(
    { at: { provider, address: `${fake.url}/`, token: 'secret', path, commit }, status },
    'k',
  );

describe('the status of a commit', () => {
  it.each([
    [
      'GitHub',
      `/api/v3/repos/northwind/shop/statuses/${commit}`,
      { state: 'success', context: passed.name, target_url: passed.url },
    ],
    [
      'Gitlab',
      `/api/v4/projects/northwind%2Fshop/statuses/${commit}`,
      { state: 'success', name: passed.name, target_url: passed.url },
    ],
    [
      'BitBucket',
      `/2.0/repositories/northwind/shop/commit/${commit}/statuses/build`,
      { state: 'SUCCESSFUL', key: expect.stringMatching(/^[0-9a-f]{40}$/), name: passed.name, url: passed.url },
    ],
    [
      'BitBucketServer',
      `/rest/api/1.0/projects/northwind/repos/shop/commits/${commit}/builds`,
      { state: 'SUCCESSFUL', key: expect.stringMatching(/^[0-9a-f]{40}$/), name: passed.name, url: passed.url },
    ],
  ] as const)('is set at %s, without its answer being kept', async (provider, path, body) => {
    expect(await deliver(provider)).toEqual({ kind: 'done', detail: '201' });
    const [request] = fake.received;
    expect(request).toMatchObject({ method: 'POST', path, headers: { authorization: 'Bearer secret' } });
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ ...body, description: passed.description });
  });

  it('has no longer text than the services take', async () => {
    for (const last of ['a', 'b']) {
      await deliver('GitHub', { ...passed, description: 'x'.repeat(500), name: `${'n'.repeat(500)}${last}` });
    }
    const sent = fake.received.map(({ body }) => JSON.parse(body) as { description: string; context: string });
    expect(sent.map(({ description, context }) => [description.length, context.length])).toEqual([
      [140, 200],
      [140, 200],
    ]);
    expect(sent[0]?.context).not.toBe(sent[1]?.context);
  });

  it('says what is wrong with a token, and is not sent again', async () => {
    fake.reply = () => ({ status: 403, body: '{"message":"Resource not accessible by personal access token"}' });
    expect(await deliver('GitHub')).toEqual({
      kind: 'refused',
      reason: '403: the token may not set statuses of commits',
    });
  });

  it('waits where the service asks for it, also by 403', async () => {
    fake.reply = () => ({ status: 403, headers: { 'retry-after': '60' } });
    expect(await deliver('GitHub')).toMatchObject({ kind: 'retry', of: 'destination', retryAfterMs: 60_000 });
    fake.reply = () => ({ status: 503 });
    expect(await deliver('Gitlab')).toMatchObject({ kind: 'retry', of: 'destination' });
  });

  it('that GitLab has already counts as set', async () => {
    fake.reply = () => ({ status: 400, body: '{"message":"Cannot transition status via :run from :running"}' });
    expect(await deliver('Gitlab', { ...passed, state: 'pending' })).toMatchObject({ kind: 'done' });
  });

  it('goes to the public services by the addresses of their APIs', () => {
    expect(apiOf('GitHub', 'https://github.com')).toBe('https://api.github.com');
    expect(apiOf('BitBucket', 'https://bitbucket.org/')).toBe('https://api.bitbucket.org/2.0');
  });
});
