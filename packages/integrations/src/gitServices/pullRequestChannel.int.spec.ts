import type { GitService } from '@assay/contract';
import {
  type ReceivedRequest,
  type ReceivingServer,
  receivingServer,
} from '../../../../test/support/receivingServer.ts';
import { openOutgoingGuard } from '../outgoing/outgoingGuard.ts';
import { openPoster, type Poster } from '../outgoing/postJson.ts';
import { type JsonReader, openJsonReader } from '../outgoing/readJson.ts';
import { openPullRequestChannel } from './pullRequestChannel.ts';

/** A fake of each service on loopback, which speaks its HTTP. */
let fake: ReceivingServer;
let poster: Poster;
let reader: JsonReader;
beforeAll(async () => {
  fake = await receivingServer();
  const guard = openOutgoingGuard(['127.0.0.1']);
  [poster, reader] = [openPoster(guard), openJsonReader(guard)];
});
afterAll(async () => {
  poster.close();
  reader.close();
  await fake.stop();
});
beforeEach(() => {
  fake.received.length = 0;
});

const commit = 'c0ffee'.padEnd(40, '0');
const marker = '[//]: # (assay:acme)';
const deliver = (provider: GitService, text = `Failed\n\n${marker}`) =>
  openPullRequestChannel(poster, reader).deliver(
    { at: { provider, address: fake.url, token: 'secret', path: 'northwind/shop' }, commit, text, marker },
    'k',
  );
/** Answers by what is asked. */
const answering = (answers: Record<string, unknown>) => {
  fake.reply = ({ method, path }: ReceivedRequest) => {
    const [known] = Object.entries(answers).filter(([asked]) => `${method} ${path}`.startsWith(asked));
    return known ? { status: 200, body: JSON.stringify(known[1]) } : { status: 200, body: '{}' };
  };
};

const gitHub = '/api/v3/repos/northwind/shop';
const gitlab = '/api/v4/projects/northwind%2Fshop';
const bitbucket = '/2.0/repositories/northwind/shop';
const dataCenter = '/rest/api/1.0/projects/northwind/repos/shop';
const old = `Passed\n\n${marker}`;

describe('the comment on a pull request', () => {
  it.each([
    [
      'GitHub',
      {
        [`GET ${gitHub}/commits/${commit}/pulls`]: [
          { number: 7, state: 'open' },
          { number: 6, state: 'closed' },
        ],
        [`GET ${gitHub}/issues/7/comments`]: [{ id: 1, body: 'LGTM' }],
      },
      `POST ${gitHub}/issues/7/comments`,
      { body: expect.stringContaining(marker) },
    ],
    [
      'Gitlab',
      {
        [`GET ${gitlab}/repository/commits/${commit}/merge_requests`]: [{ id: 900, iid: 7, state: 'opened' }],
        [`GET ${gitlab}/merge_requests/7/notes`]: [],
      },
      `POST ${gitlab}/merge_requests/7/notes`,
      { body: expect.stringContaining(marker) },
    ],
    [
      'BitBucket',
      {
        [`GET ${bitbucket}/commit/${commit}/pullrequests`]: { values: [{ id: 7, state: 'OPEN' }] },
        [`GET ${bitbucket}/pullrequests/7/comments`]: { values: [{ id: 3, deleted: true, content: { raw: old } }] },
      },
      `POST ${bitbucket}/pullrequests/7/comments`,
      { content: { raw: expect.stringContaining(marker) } },
    ],
    [
      'BitBucketServer',
      {
        [`GET ${dataCenter}/commits/${commit}/pull-requests`]: { values: [{ id: 7, state: 'OPEN' }] },
        [`GET ${dataCenter}/pull-requests/7/activities`]: { values: [{ action: 'OPENED' }] },
      },
      `POST ${dataCenter}/pull-requests/7/comments`,
      { text: expect.stringContaining(marker) },
    ],
  ] as const)('is added at %s where there is none', async (provider, answers, asked, body) => {
    answering(answers);
    expect(await deliver(provider)).toEqual({ kind: 'done', detail: '200 on #7' });
    const { method, path, body: sent, headers } = fake.received.at(-1) as ReceivedRequest;
    expect(`${method} ${path}`).toBe(asked);
    expect(headers.authorization).toBe('Bearer secret');
    expect(JSON.parse(sent)).toEqual(body);
  });

  it.each([
    ['GitHub', [{ id: 5, body: old }], `PATCH ${gitHub}/issues/comments/5`, {}],
    ['Gitlab', [{ id: 5, body: old }], `PUT ${gitlab}/merge_requests/7/notes/5`, {}],
    ['BitBucket', { values: [{ id: 5, content: { raw: old } }] }, `PUT ${bitbucket}/pullrequests/7/comments/5`, {}],
    [
      'BitBucketServer',
      { values: [{ action: 'COMMENTED', comment: { id: 5, version: 2, text: old } }] },
      `PUT ${dataCenter}/pull-requests/7/comments/5`,
      { version: 2 },
    ],
  ] as const)('is changed at %s where it is there', async (provider, comments, asked, more) => {
    fake.reply = ({ method, path }) => {
      const isList = /comments|notes|activities/.test(path);
      const pull = { number: 7, iid: 7, id: 7, state: 'open' };
      const pulls = provider.startsWith('BitBucket') ? { values: [pull] } : [pull];
      return { status: 200, body: JSON.stringify(method !== 'GET' ? {} : isList ? comments : pulls) };
    };
    expect(await deliver(provider)).toMatchObject({ kind: 'done' });
    const { method, path, body } = fake.received.at(-1) as ReceivedRequest;
    expect(`${method} ${path}`).toBe(asked);
    expect(JSON.parse(body)).toMatchObject(more);
    expect(await deliver(provider, old)).toEqual({ kind: 'done', detail: '#7 has it already' });
  });

  it('is of no use without a pull request, and says what is wrong with a token', async () => {
    answering({ [`GET ${gitHub}`]: [] });
    expect(await deliver('GitHub')).toEqual({ kind: 'done', detail: 'it is of no open pull request' });
    fake.reply = () => ({ status: 403 });
    expect(await deliver('GitHub')).toEqual({
      kind: 'refused',
      reason: '403: the token may not comment on pull requests',
    });
    fake.reply = () => ({ status: 502 });
    expect(await deliver('GitHub')).toMatchObject({ kind: 'retry', of: 'destination' });
  });
});
