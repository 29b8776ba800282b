import type { LookupFunction } from 'node:net';
import { proxiesOf } from '@assay/proxies';
import { type ForwardProxy, forwardProxy } from '../../../../test/support/forwardProxy.ts';
import { type ReceivingServer, receivingServer } from '../../../../test/support/receivingServer.ts';
import { openOutgoingGuard } from './outgoingGuard.ts';
import { isAnswer, openPoster } from './postJson.ts';
import { openJsonReader } from './readJson.ts';

/** A labelled fake of the system's resolver: names below `.local.test` are this machine, all others are unknown. */
const resolve: LookupFunction = (host, _options, callback) => {
  if (host.endsWith('.local.test')) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), []);
};

describe('requests to addresses that people gave, where a proxy is set', () => {
  let server: ReceivingServer;
  let proxy: ForwardProxy;
  beforeEach(async () => {
    server = await receivingServer();
    const port = Number(new URL(server.url).port);
    proxy = await forwardProxy({ 'hooks.example.test': port, 'a.local.test': port });
  });
  afterEach(async () => {
    await proxy.stop();
    await server.stop();
  });

  function guardOf({ allowed = [] as string[], noProxy = '' } = {}) {
    const proxies = proxiesOf({ http_proxy: proxy.url, HTTPS_PROXY: proxy.url, no_proxy: noProxy });
    return openOutgoingGuard(allowed, { resolve, proxies });
  }
  async function post(url: string, guard = guardOf()) {
    const poster = openPoster(guard);
    const outcome = await poster.post({ url, body: '{}' });
    poster.close();
    return isAnswer(outcome) ? outcome.status : 'reason' in outcome ? outcome.reason : outcome.kind;
  }
  async function read(url: string, guard = guardOf()) {
    const reader = openJsonReader(guard);
    const answer = await reader.read(url, {}).catch((error: Error) => error.message);
    reader.close();
    return answer;
  }

  it('leave through it, also for names that are unknown here', async () => {
    server.reply = () => ({ status: 200, body: '{"ok":true}' });
    expect(await post('http://hooks.example.test/a')).toBe(200);
    expect(await read('http://hooks.example.test/b')).toEqual({ ok: true });
    expect(proxy.asked).toEqual(['POST http://hooks.example.test/a', 'GET http://hooks.example.test/b']);
  });

  it('are refused for names that mean this machine here, before the proxy is asked', async () => {
    const refused = 'a.local.test is an address of this machine or its own network, which is not allowed';
    expect(await post('http://a.local.test/')).toBe(refused);
    expect(await post('https://a.local.test/')).toBe(refused);
    expect(await read('http://a.local.test/')).toBe(`${refused}.`);
    expect(proxy.asked).toEqual([]);
    expect(await post('http://a.local.test/', guardOf({ allowed: ['a.local.test'] }))).toBe(200);
    expect(proxy.asked).toEqual(['POST http://a.local.test/']);
  });

  it.each(['http://169.254.169.254/', 'https://169.254.169.254/', 'http://[fe80::1]/', 'http://0.0.0.0/'])(
    'are refused for the address %s, which the proxy could reach',
    async (url) => {
      expect(await post(url)).toMatch(/not allowed$/);
      expect(await read(url)).toMatch(/not allowed\.$/);
      expect(proxy.asked).toEqual([]);
    },
  );

  it('go directly to what NO_PROXY names, to the address that was checked', async () => {
    const { port } = new URL(server.url);
    const url = `http://a.local.test:${port}/`;
    expect(await post(url, guardOf({ noProxy: '.local.test' }))).toMatch(/not allowed$/);
    expect(await post(url, guardOf({ noProxy: '.local.test', allowed: ['127.0.0.1'] }))).toBe(200);
    expect(proxy.asked).toEqual([]);
  });

  it('never leave through it for this machine', async () => {
    const { port } = new URL(server.url);
    expect(await post(`http://127.0.0.1:${port}/`, guardOf({ allowed: ['127.0.0.1'] }))).toBe(200);
    expect(await post(`http://127.0.0.1:${port}/`)).toMatch(/not allowed$/);
    expect(proxy.asked).toEqual([]);
  });

  it('say that a proxy is set where they are not answered', async () => {
    expect(await post('https://unknown.example.test/')).toMatch(/502.* \(a proxy is set: HTTPS_PROXY\)$/);
    expect(await read('https://unknown.example.test/')).toBe(
      'The service cannot be reached (a proxy is set: HTTPS_PROXY).',
    );
    server.reply = () => 'cut';
    expect(await post('http://hooks.example.test/')).toBe(
      'other side closed (a proxy is set: http_proxy): whether it arrived is not known',
    );
  });
});
