import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { type ForwardProxy, forwardProxy } from '../../../test/support/forwardProxy.ts';
import { freePort } from '../../../test/support/freePort.ts';
import { type ReceivingServer, receivingServer } from '../../../test/support/receivingServer.ts';
import { selfSignedCertificate } from '../../../test/support/selfSignedCertificate.ts';
import { openFetch } from './openFetch.ts';
import { proxiesOf } from './proxies.ts';

describe('fetch where a proxy is set', () => {
  let plain: ReceivingServer;
  let secure: Server;
  let ca: string;
  let proxy: ForwardProxy;
  beforeAll(async () => {
    plain = await receivingServer();
    const certificate = await selfSignedCertificate('secure.example.test');
    ca = certificate.cert;
    secure = createServer(certificate, (_request, response) => response.end('secure'));
    secure.listen(0, '127.0.0.1');
    await once(secure, 'listening');
  });
  beforeEach(async () => {
    const [plainPort, securePort] = [Number(new URL(plain.url).port), (secure.address() as AddressInfo).port];
    proxy = await forwardProxy({ 'plain.example.test': plainPort, 'secure.example.test': securePort });
  });
  afterEach(() => proxy.stop());
  afterAll(async () => {
    await plain.stop();
    secure.closeAllConnections();
    await new Promise((resolve) => secure.close(resolve));
  });

  /** A labelled fake of the system's resolver: every name is this machine. */
  const lookup: LookupFunction = (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
  const fetchWith = (noProxy = '') =>
    openFetch(proxiesOf({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, NO_PROXY: noProxy }), {
      connect: { lookup, ca },
    });

  it('sends http in absolute form', async () => {
    plain.reply = ({ method, body }) => ({ status: 200, body: `${method} ${body}` });
    const answer = await fetchWith()('http://plain.example.test/a?b=c', { method: 'POST', body: 'text' });
    expect(await answer.text()).toBe('POST text');
    expect(proxy.asked).toEqual(['POST http://plain.example.test/a?b=c']);
    expect(plain.received.at(-1)?.headers.host).toBe('plain.example.test');
  });

  it('sends https through a tunnel, to a host whose certificate it checks', async () => {
    expect(await (await fetchWith()('https://secure.example.test/')).text()).toBe('secure');
    expect(proxy.asked).toEqual(['CONNECT secure.example.test:443']);
    const untrusting = openFetch(proxiesOf({ HTTPS_PROXY: proxy.url }));
    await expect(untrusting('https://secure.example.test/')).rejects.toMatchObject({
      cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
  });

  it('gives the proxy its user and password', async () => {
    const withUser = proxy.url.replace('://', '://ada:p%40ss@');
    await openFetch(proxiesOf({ HTTP_PROXY: withUser }))('http://plain.example.test/');
    expect(proxy.authorization).toBe(`Basic ${Buffer.from('ada:p@ss').toString('base64')}`);
    expect(plain.received.at(-1)?.headers['proxy-authorization']).toBe(undefined);
  });

  it('goes directly to what NO_PROXY names', async () => {
    const { port } = new URL(plain.url);
    const answer = await fetchWith('plain.example.test')(`http://plain.example.test:${port}/direct`);
    expect(answer.status).toBe(200);
    expect(plain.received.at(-1)?.path).toBe('/direct');
    expect(proxy.asked).toEqual([]);
  });

  it('never sends what is for this machine through it', async () => {
    const { port } = new URL(plain.url);
    for (const host of ['127.0.0.1', 'localhost', 'assay.localhost']) {
      expect((await fetchWith()(`http://${host}:${port}/`)).status).toBe(200);
    }
    expect(proxy.asked).toEqual([]);
  });

  it('says that a proxy is set where a host or the proxy itself is not reached', async () => {
    const note = 'fetch failed (a proxy is set: HTTPS_PROXY)';
    await expect(fetchWith()('https://unknown.example.test/')).rejects.toThrow(note);
    const closed = openFetch(proxiesOf({ HTTPS_PROXY: `http://127.0.0.1:${await freePort()}` }));
    await expect(closed('https://secure.example.test/')).rejects.toThrow(note);
  });
});
