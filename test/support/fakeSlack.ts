import { randomUUID } from 'node:crypto';
import { type ReceivedRequest, type ReceivingServer, type Reply, receivingServer } from './receivingServer.ts';

/** What Slack's API answers: 200, whether it does what it was asked or not. */
export const slackSays = (body: object): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});
const no = (error: string) => slackSays({ ok: false, error });

const client = { clientId: '123.456', clientSecret: 'secret-of-the-app', signingSecret: 'signs-what-slack-tells' };

export type FakeSlack = {
  /** In place of https://slack.com. */
  address: string;
  client: typeof client;
  /** Codes that serve once. */
  codes: Set<string>;
  /** The e-mail address of each member, by id. */
  members: Map<string, string>;
  /** The token that the last code was exchanged for. */
  token: string;
  /** Calls of a method, in order. */
  calls(method: string): ReceivedRequest[];
  /** Answers a call otherwise; undefined: as usual. */
  instead: (method: string, request: ReceivedRequest) => Reply | undefined;
  /** Seconds that tokens are valid; null: for good, as apps without token rotation have them. */
  validSeconds: number | null;
  stop(): Promise<void>;
};

/** A fake of Slack on loopback, which speaks its HTTP: signing in, who a token is, and messages that are changed. */
export async function fakeSlack(): Promise<FakeSlack> {
  const server: ReceivingServer = await receivingServer();
  let posted = 0;
  let refresh = '';

  function exchange({ headers, body }: ReceivedRequest): Reply {
    const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
    if (headers.authorization !== `Basic ${basic}`) return no('bad_client_secret');
    const form = new URLSearchParams(body);
    const isRenewal = form.get('grant_type') === 'refresh_token';
    if (isRenewal && form.get('refresh_token') !== refresh) return no('invalid_refresh_token');
    if (!isRenewal && !fake.codes.delete(form.get('code') ?? '')) return no('invalid_code');
    fake.token = `xoxb-${randomUUID()}`;
    refresh = `xoxe-1-${randomUUID()}`;
    const rotation = fake.validSeconds === null ? {} : { expires_in: fake.validSeconds, refresh_token: refresh };
    return slackSays({
      ok: true,
      access_token: fake.token,
      token_type: 'bot',
      scope: 'chat:write,incoming-webhook,commands,users:read,users:read.email',
      bot_user_id: 'U0BOT',
      app_id: 'A0ASSAY',
      team: { id: 'T0NORTH', name: 'Northwind' },
      authed_user: { id: 'U0ADA' },
      ...rotation,
    });
  }

  function answer(method: string, request: ReceivedRequest): Reply {
    if (method === 'oauth.v2.access') return exchange(request);
    if (request.headers.authorization !== `Bearer ${fake.token}`) return no('invalid_auth');
    if (method === 'auth.test') return slackSays({ ok: true, team: 'Northwind', user: 'assay', user_id: 'U0BOT' });
    if (method === 'users.info') {
      const email = fake.members.get(new URLSearchParams(request.body).get('user') ?? '');
      if (email === undefined) return no('user_not_found');
      return slackSays({ ok: true, user: { id: 'U', deleted: false, is_bot: false, profile: { email } } });
    }
    if (method !== 'chat.postMessage' && method !== 'chat.update') return no('unknown_method');
    const message = JSON.parse(request.body) as { channel: string; ts?: string };
    posted += 1;
    const ts = message.ts ?? `1700000000.${String(posted).padStart(6, '0')}`;
    return slackSays({ ok: true, channel: 'C0SHOP', ts, message });
  }

  /** Its page where people say yes, which they do at once. */
  function authorize({ path }: ReceivedRequest): Reply {
    const { searchParams: asked } = new URL(path, server.url);
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('code', [...fake.codes].at(-1) ?? 'none');
    back.searchParams.set('state', asked.get('state') ?? '');
    return { status: 302, headers: { location: back.href } };
  }

  const methodOf = ({ path }: ReceivedRequest) => path.replace('/api/', '');
  const fake: FakeSlack = {
    address: server.url,
    client,
    codes: new Set(),
    members: new Map(),
    token: '',
    calls: (method) => server.received.filter((request) => methodOf(request) === method),
    instead: () => undefined,
    validSeconds: null,
    stop: () => server.stop(),
  };
  server.reply = (request) => {
    if (request.path.startsWith('/oauth/v2/authorize')) return authorize(request);
    const method = methodOf(request);
    const other = fake.instead(method, request);
    return other === undefined ? answer(method, request) : other;
  };
  return fake;
}
