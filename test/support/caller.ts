import type { UserView } from '@assay/contract';
import { eventually } from './eventually.ts';

export type Answer<Body> = { status: number; body: Body };
export type Caller = {
  token: string;
  accountId: string;
  /**
   * @param body JSON, or a form with files
   * @param headers in addition to those of every call: Idempotency-Key, If-Match, Min-Position
   */
  call<Body>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Body>>;
  /** @throws when the answer is not 2xx. */
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body: unknown): Promise<Body>;
};

/** Signs in over HTTP and calls as that person, in the first account they have a role in. */
export async function signIn(url: string, credentials: { email: string; password: string }): Promise<Caller> {
  const bare = async <Body>(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<Answer<Body>> => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...headers, ...(isJson ? { 'content-type': 'application/json' } : {}) },
      body: isJson ? JSON.stringify(body) : body,
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as Body };
  };
  const { body: login } = await bare<{ token: string }>('POST', '/login', {}, credentials);
  if (login.token === 'invalid') throw new Error('the credentials are wrong');
  const authorization = `Bearer ${login.token}`;
  // Right after the first start the person, or the role, may not be projected yet.
  const user = await eventually(async () => {
    const { status, body } = await bare<UserView>('GET', '/users/me', { authorization });
    return status === 200 && body.roles.length > 0 ? body : null;
  });
  const accountId = user.roles[0]?.accountId ?? '';
  const call: Caller['call'] = (method, path, body, headers) =>
    bare(method, path, { authorization, account: accountId, ...headers }, body);
  const orThrow = <Body>(what: string, { status, body }: Answer<Body>): Body => {
    if (status < 200 || status > 299) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  return {
    token: login.token,
    accountId,
    call,
    get: async <Body>(path: string) => orThrow(path, await call<Body>('GET', path)),
    post: async <Body>(path: string, body: unknown) => orThrow(path, await call<Body>('POST', path, body)),
  };
}
