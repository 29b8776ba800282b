import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type LoginAnswer, topics, type UserRoleView, type UserView } from '@assay/contract';
import { bundled } from '../../../test/support/bundled.ts';
import { type RoundRobinProxy, roundRobinProxy } from '../../../test/support/roundRobinProxy.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { connectSocket } from './socketUnderTest.ts';

const apiMain = await bundled('packages/api/src/main.ts');

describe('two processes of the api behind a proxy that keeps nobody at one of them', () => {
  let stores: ApiUnderTest;
  let proxy: RoundRobinProxy;
  const processes: ChildProcess[] = [];

  /** @returns the address of another process on the same stores */
  async function startProcess(): Promise<string> {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [apiMain], { env: { PATH, HOME, PORT: '0', ...stores.environment } });
    processes.push(child);
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /^api listening on (\S+)$/.exec(line)?.[1];
      if (url) return url;
    }
    throw new Error('the api did not start');
  }

  beforeAll(async () => {
    stores = await startApi();
    proxy = await roundRobinProxy([await startProcess(), await startProcess()]);
  });
  afterAll(async () => {
    await proxy.stop();
    for (const child of processes) {
      const ended = once(child, 'close');
      child.stdout?.resume();
      child.kill('SIGTERM');
      await ended;
    }
    await stores.stop();
  });

  async function call<Body>(method: string, path: string, token: string | null, body?: unknown): Promise<Body> {
    const headers: Record<string, string> = {};
    if (token !== null) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const answer = await fetch(`${proxy.url}/api${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Body;
  }
  const signIn = async ({ email, password }: { email: string; password: string }) =>
    (await call<LoginAnswer>('POST', '/login', null, { email, password })).token;

  it('serve one session and its sockets, and both lose a role that is taken away through one', async () => {
    const { accountId } = stores.admin;
    const grace = await stores.newPerson(accountId, 'USER');
    const [admin, token] = [await signIn(stores.admin), await signIn(grace)];
    for (let time = 0; time < 6; time += 1) {
      expect(await call<UserView>('GET', '/users/me', token)).toMatchObject({ id: grace.userId });
    }
    expect(Math.min(...proxy.given)).toBeGreaterThan(2);

    // One after the other, so that each process has one of them.
    const sockets = [await connectSocket(proxy, token), await connectSocket(proxy, token)];
    for (const socket of sockets)
      expect(await socket.ask('subscribe', accountId, topics.projects)).toEqual({ ok: true });
    const project = { key: 'shared', name: 'Shared', gitUrl: 'https://git.example.org/shared' };
    await call('POST', '/projects', admin, { ...project, testingFramework: 'Playwright' });
    for (const socket of sockets) await socket.until(() => socket.changes.length > 0);

    const roles = await call<UserRoleView[]>('GET', '/user-roles', admin);
    await call('DELETE', `/user-roles/${roles.find(({ user }) => user.id === grace.userId)?.id}`, admin);
    for (const socket of sockets) {
      await socket.until(() => socket.resyncs() > 0);
      expect(await socket.ask('subscribe', accountId, topics.projects)).toEqual({ ok: false, code: 'notFound' });
      socket.socket.disconnect();
    }
    expect(await call<UserView>('GET', '/users/me', token)).toMatchObject({ roles: [] });
  });
});
