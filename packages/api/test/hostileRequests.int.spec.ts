import { Agent, request as httpRequest } from 'node:http';
import { type Call, ErrorBody, requestOf, socketMessages } from '@assay/contract';
import { type TObject, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { hostileBodies } from '../../../test/support/hostileBodies.ts';
import { routeTable } from '../src/index.ts';
import { topicTable } from '../src/live/topicAccess.ts';
import { registerAgent } from './agentUnderTest.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { type ExampleThing, makeExampleThings, withRealIds } from './exampleThings.ts';
import { grantStaff } from './grantStaff.ts';
import { connectSocket } from './socketUnderTest.ts';

const isErrorBody = Compile(ErrorBody);
const json = 'application/json';
const calls = routeTable.map(({ call }) => call);
const named = calls.map((call) => [`${call.method} ${call.path}`, call] as const);

const wrongOfStrangers = hostileBodies.filter(([, body]) => body.length < 10);

/** Values of which each is put into all fields of a body at once. */
const wrongValues: readonly unknown[] = [null, [], {}, -1, '', 'x'.repeat(10_000), [null], [{}]];
/** Put into one field at a time, as some calls take it. */
const wrongText = 'a\u0000b\ud800\u202etxt.exe';
/** Fields that take the one and not the other are texts that people read. */
const [seen, unseen] = ['atxt.exe', 'a\u202etxt.exe'];

const wrongQueryValues = ['%00', '%ff', '-1', 'x'.repeat(5_000), ','];
const wrongParams = ['%00', '%2e%2e%2f', '%ff', 'x'.repeat(5_000), '__proto__'];
const wrongHeaders: readonly Record<string, string>[] = [
  { 'min-position': 'nowhere', account: '../other' },
  { 'if-match': 'x'.repeat(5_000) },
  { 'idempotency-key': 'x'.repeat(5_000), range: 'bytes=9-1' },
];

type Sent = { method: string; path: string; headers: Record<string, string>; body?: Buffer | string };
type Answered = { status: number; type: string; body: string };

describe('hostile requests', () => {
  let api: ApiUnderTest;
  let things: Record<ExampleThing, string>;
  let agentToken: string;
  const connections = new Agent({ keepAlive: true, maxSockets: 4 });

  beforeAll(async () => {
    api = await startApi();
    things = await makeExampleThings(api);
    const agent = await registerAgent(api, api.admin.accountId);
    things.agent = agent.agentId;
    await grantStaff(api, api.admin);
    agentToken = agent.token;
  });
  afterAll(async () => {
    connections.destroy();
    await api.stop();
  });

  function send({ method, path, headers, body }: Sent): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(api.url);
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const all = { ...headers, ...length };
      const sending = httpRequest({ hostname, port, method, path, headers: all, agent: connections }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () => {
          const { statusCode = 0, headers: received } = answer;
          const type = received['content-type'] ?? '';
          resolve({ status: statusCode, type, body: Buffer.concat(chunks).toString() });
        });
      });
      sending.once('error', reject);
      sending.end(body);
    });
  }

  /** What was answered against the rules: 5xx, or an error without the body of one. */
  function faultOf({ status, type, body }: Answered): string | null {
    if (status < 400) return null;
    const answersError = type.startsWith(json) && isErrorBody.Check(JSON.parse(body));
    return status < 500 && answersError ? null : `${status} ${body.slice(0, 200)}`;
  }

  /** A session of its own for every call: some end sessions, and one ends all of the person. */
  const session = () => api.operations.sessions.start(api.admin.userId);
  const headersOf = async ({ permission }: Call): Promise<Record<string, string>> => ({
    authorization: `Bearer ${permission === 'agent' ? agentToken : await session()}`,
  });

  /** Sends it again while the read models are behind: nothing was done, and a slow disk is no fault. */
  async function answerOf(sent: Sent): Promise<Answered> {
    const answer = await send(sent);
    return answer.status === 503 && answer.body.includes('"readModels.behind"') ? answerOf(sent) : answer;
  }

  async function expectNoFault(requests: readonly (Sent & { as: string })[]): Promise<void> {
    const answers = await Promise.all(
      requests.map(async ({ as, ...sent }) => ({ as, fault: faultOf(await answerOf(sent)) })),
    );
    expect(answers.flatMap(({ as, fault }) => (fault === null ? [] : `${as}: ${fault}`))).toEqual([]);
  }

  const typed = (type: string | undefined): Record<string, string> =>
    type === undefined ? {} : { 'content-type': type };
  const fieldsOf = (schema: TSchema | undefined) =>
    schema && 'properties' in schema ? Object.keys(Object(schema.properties)) : [];
  const textsOf = (schema: TSchema | undefined) =>
    fieldsOf(schema).filter((field) => {
      const { properties } = schema as TObject;
      const text = Compile(properties[field] ?? Type.Never());
      return text.Check(seen) && !text.Check(unseen);
    });
  const startOf = (text: unknown) => String(JSON.stringify(text)).slice(0, 40);
  const exampleOf = (call: Call) => requestOf(call, withRealIds(call.example, things));

  // Before the others, which delete things.
  it('are told which text has characters that cannot be seen, and change nothing', async () => {
    const before = await api.eventLog.head();
    for (const call of calls.filter(({ mediaType = json }) => mediaType === json)) {
      const { method, path, body } = exampleOf(call);
      const headers = { ...(await headersOf(call)), ...typed(json) };
      for (const field of textsOf(call.body)) {
        const sent = JSON.stringify({ ...Object(body), [field]: unseen });
        const answer = await send({ method, path: `/api${path}`, headers, body: sent });
        const told: ErrorBody = JSON.parse(answer.body);
        const refused = { status: answer.status, field: told.errors?.find((error) => error.field === field) };
        const message = expect.stringMatching(/\w/);
        expect({ method, path, ...refused }).toEqual({ method, path, status: 400, field: { field, message } });
      }
    }
    expect(await api.eventLog.head()).toEqual(before);
  });

  it('of strangers are refused before anything looks at them', async () => {
    for (const call of calls.filter(({ method }) => method !== 'GET')) {
      const { method, path } = exampleOf(call);
      await expectNoFault(
        wrongOfStrangers.map(([type, body]) => ({
          as: `${method} ${path} ${type} ${startOf(body)}`,
          method,
          path: `/api${path}`,
          headers: typed(type),
          body,
        })),
      );
    }
  });

  it.each(named)('are refused with the usual body: %s', async (_, call) => {
    const { method, path, body } = exampleOf(call);
    const headers = await headersOf(call);
    const url = `/api${path}`;
    const [bare] = url.split('?', 1);
    const requests: (Sent & { as: string })[] = [];
    for (const name of [...fieldsOf(call.query), 'unheardOf']) {
      for (const value of wrongQueryValues)
        requests.push({ as: `${name}=${value.slice(0, 20)}`, method, path: `${bare}?${name}=${value}`, headers });
    }
    for (const param of call.path.match(/:\w+/g) ?? []) {
      for (const value of wrongParams)
        requests.push({
          as: `${param} ${value.slice(0, 20)}`,
          method,
          path: `/api${call.path.replace(param, value)}`,
          headers,
        });
    }
    for (const header of wrongHeaders)
      requests.push({ as: startOf(header), method, path: url, headers: { ...headers, ...header } });
    if (method !== 'GET') {
      for (const [type, content] of hostileBodies) {
        const sent = { ...headers, ...typed(type) };
        requests.push({ as: `${type} ${startOf(content)}`, method, path: url, headers: sent, body: content });
      }
      const example = Object(body);
      const fields = fieldsOf(call.body);
      const contents = [
        ...wrongValues.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
        ...fields.map((field) => ({ ...example, [field]: wrongText })),
      ];
      const typedHeaders = { ...headers, ...typed(json) };
      for (const content of contents.map((each) => JSON.stringify(each)))
        requests.push({ as: content.slice(0, 60), method, path: url, headers: typedHeaders, body: content });
    }
    await expectNoFault(requests);
  });

  it('are told which parameter a call does not have, and which it cannot read', async () => {
    for (const call of calls) {
      const { method, path, body } = exampleOf(call);
      const [bare] = path.split('?', 1);
      const answer = await send({
        method,
        path: `/api${bare}?reviewedBy=1`,
        headers: { ...(await headersOf(call)), ...typed(json) },
        ...(method === 'GET' || call.mediaType ? {} : { body: JSON.stringify(body) }),
      });
      // A form is refused for its type before.
      if (answer.status === 415) continue;
      expect(answer.body).toMatch(/"field":"reviewedBy","message":"Unknown field"|reviewedBy: Unknown field/);
    }
    const { testRun } = things;
    for (const since of ['yesterday', 'x-1', '$gt']) {
      const as = { token: await session() };
      const answer = await api.call('GET', `/test-runs/${testRun}/results?since=${since}`, { as });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'since', message: 'Invalid value' }] } });
    }
  });

  it('for topics are refused with a code', async () => {
    const socket = await connectSocket(api, await session());
    const { accountId } = api.admin;
    const requests = [...topicTable(calls).keys()].flatMap((topic) =>
      [...wrongValues, 5, true, `${topic}:\u0000`, `${topic}:${'x'.repeat(10_000)}`, `${topic}:__proto__`].flatMap(
        (wrong) => [
          wrong,
          { account: accountId, topic: wrong },
          { account: wrong, topic },
          { account: accountId, topic: `${topic}:${String(wrong)}` },
        ],
      ),
    );
    for (const message of [socketMessages.subscribe, socketMessages.unsubscribe]) {
      const answers = await Promise.all(requests.map((request) => socket.socket.emitWithAck(message, request)));
      for (const answer of answers) {
        if (!answer.ok) expect(['request.invalid', 'notFound', 'rate.limited']).toContain(answer.code);
      }
    }
    expect(await socket.ask('unsubscribe', accountId, 'projects')).toEqual({ ok: true });
    socket.socket.disconnect();
  });
});
