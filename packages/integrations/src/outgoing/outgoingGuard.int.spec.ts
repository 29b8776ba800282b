import { createServer, get, type Server } from 'node:http';
import type { LookupFunction } from 'node:net';
import { Agent, fetch } from 'undici';
import { machineAddresses } from './localAddress.ts';
import { type OutgoingGuard, openOutgoingGuard } from './outgoingGuard.ts';

/** A resolver that knows these names only, and answers another of their addresses each time it is asked. */
function resolverOf(names: Record<string, string[][]>): { resolve: LookupFunction; asked: string[] } {
  const asked: string[] = [];
  const resolve: LookupFunction = (host, _options, callback) => {
    const answers = names[host] ?? [];
    const answer = answers[Math.min(asked.filter((one) => one === host).length, answers.length - 1)] ?? [];
    asked.push(host);
    callback(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { resolve, asked };
}

describe('the guard for outgoing addresses', () => {
  let server: Server;
  let port = 0;
  let requests = 0;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      requests += 1;
      response.end('reached');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve());
    });
    const address = server.address();
    if (address !== null && typeof address === 'object') port = address.port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** What a request by the client in Node and one by fetch come to. */
  async function outcomesOf(guard: OutgoingGuard, host: string): Promise<string[]> {
    const byNode = new Promise<string>((resolve) => {
      const request = get({ host, port, lookup: guard.lookup, agent: false }, (response) => {
        response.resume();
        response.on('end', () => resolve('reached'));
      });
      request.on('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    });
    const dispatcher = new Agent({ connect: { lookup: guard.lookup } });
    const byFetch = fetch(`http://${host}:${port}/`, { dispatcher }).then(
      (response) => response.text(),
      (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.message,
    );
    const outcomes = [await byNode, await byFetch];
    await dispatcher.close();
    return outcomes;
  }
  const refused = ['outgoing.refused', 'outgoing.refused'];

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback by IPv6', '::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['the metadata service', '169.254.169.254'],
  ])('connects to no name that means %s', async (_, address) => {
    const before = requests;
    const guard = openOutgoingGuard([], resolverOf({ 'hooks.example.com': [[address]] }));
    expect(await outcomesOf(guard, 'hooks.example.com')).toEqual(refused);
    expect(requests).toBe(before);
  });

  it('connects to no name of which one address is local', async () => {
    const { resolve } = resolverOf({ 'hooks.example.com': [['93.184.216.34', '127.0.0.1']] });
    expect(await outcomesOf(openOutgoingGuard([], { resolve }), 'hooks.example.com')).toEqual(refused);
  });

  it.each([['hooks.example.com'], ['127.0.0.0/8']])('connects where the operator allows %s', async (allowed) => {
    const guard = openOutgoingGuard([allowed], resolverOf({ 'hooks.example.com': [['127.0.0.1']] }));
    expect(await outcomesOf(guard, 'hooks.example.com')).toEqual(['reached', 'reached']);
  });

  it('connects to no network interface of this machine, by name or address, unless the operator allows it', async () => {
    const sources = { ...resolverOf({ 'hooks.example.com': [['203.0.113.7']] }), ownAddresses: () => ['203.0.113.7'] };
    const guard = openOutgoingGuard([], sources);
    expect(await outcomesOf(guard, 'hooks.example.com')).toEqual(refused);
    expect(() => guard.requireAllowed('203.0.113.7')).toThrow(expect.objectContaining({ code: 'outgoing.refused' }));
    expect(() => openOutgoingGuard(['203.0.113.7'], sources).requireAllowed('203.0.113.7')).not.toThrow();
  });

  it('refuses each address of this machine', () => {
    const guard = openOutgoingGuard([]);
    for (const address of machineAddresses()) {
      expect(() => guard.requireAllowed(address)).toThrow(expect.objectContaining({ code: 'outgoing.refused' }));
    }
  });

  it('asks for a name once a connection, and connects to the address that it checked', async () => {
    const { resolve, asked } = resolverOf({ 'rebound.example.com': [['127.0.0.1'], ['::1']] });
    const guard = openOutgoingGuard(['127.0.0.1'], { resolve });
    expect(await outcomesOf(guard, 'rebound.example.com')).toEqual(['reached', 'outgoing.refused']);
    expect(asked).toHaveLength(2);
  });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::1]', '::1', '::ffff:127.0.0.1', '0'])(
    'refuses the address %s, which nobody looks up',
    (host) => {
      expect(() => openOutgoingGuard([]).requireAllowed(host)).toThrow(
        expect.objectContaining({ code: 'outgoing.refused' }),
      );
    },
  );

  it('leaves names and other addresses to be connected to', () => {
    const guard = openOutgoingGuard(['127.0.0.1']);
    for (const host of ['example.com', '93.184.216.34', '[2606:2800:220:1::1]', '127.0.0.1']) {
      expect(() => guard.requireAllowed(host)).not.toThrow();
    }
  });
});
