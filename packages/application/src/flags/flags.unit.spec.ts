import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AccountId } from '@assay/contract';
import { openFetch, proxiesOf } from '@assay/proxies';
import { flagsOf } from './flagSettings.ts';
import { openFlags } from './flags.ts';

const account = {
  id: 'acme-1' as AccountId,
  name: 'acme',
  currentPlan: 4,
  legacyPlan: false,
  flags: ['upload-test-run', 'runner-pools', 'quality-workflows'],
};

const fetch = openFetch(proxiesOf({}));

describe('the flags of an account', () => {
  const said: string[] = [];
  const told = (reason: string) => void said.push(reason);
  let server: Server | null = null;
  beforeEach(() => void said.splice(0));
  afterEach(async () => {
    const running = server;
    server = null;
    running?.closeAllConnections();
    await new Promise((resolve) => (running ? running.close(resolve) : resolve(null)));
  });

  /** A fake of a flag service that speaks OFREP. */
  async function serve(answer: RequestListener): Promise<string> {
    server = createServer(answer);
    const listening = server;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  }

  it('are those of its plan by default', async () => {
    const flags = openFlags(flagsOf({}), fetch, told);
    expect(await flags.of(account)).toEqual(['runner-pools', 'upload-test-run', 'quality-workflows']);
    expect(await flags.of({ ...account, flags: [] })).toEqual([]);
  });

  it("follow the operator's settings, whatever the plan says", async () => {
    const flags = openFlags(flagsOf({ ASSAY_FLAGS: 'runner-pools=off,tem-quota-soft-limit=on' }), fetch, told);
    expect(await flags.of(account)).toEqual(['tem-quota-soft-limit', 'upload-test-run', 'quality-workflows']);
    expect(await flags.of({ ...account, flags: [] })).toEqual(['tem-quota-soft-limit']);
    expect(said).toEqual([]);
  });

  it('are asked of a service once for a while, which is told whose they are; what it does not know is as planned', async () => {
    const asked: unknown[] = [];
    const url = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        const flag = String(request.url).split('/').at(-1);
        asked.push([flag, JSON.parse(body).context]);
        const isKnown = flag === 'runner-pools' || flag === 'test-selection';
        response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
        const value = flag === 'test-selection';
        const known = { key: flag, value, reason: 'TARGETING_MATCH', variant: 'v', metadata: {} };
        response.end(JSON.stringify(isKnown ? known : { key: flag, errorCode: 'FLAG_NOT_FOUND' }));
      });
    });
    const clock = { now: 0 };
    const flags = openFlags(flagsOf({ ASSAY_FLAGD_URL: url }), fetch, told, () => clock.now);
    expect(await flags.of(account)).toEqual(['test-selection', 'upload-test-run', 'quality-workflows']);
    expect(asked).toHaveLength(5);
    const context = { targetingKey: 'acme-1', accountName: 'acme', tier: 4, legacyPlan: false };
    expect(asked).toContainEqual(['runner-pools', context]);
    await flags.of(account);
    expect(asked).toHaveLength(5);
    clock.now = 31_000;
    await flags.of(account);
    expect(asked).toHaveLength(10);
    expect(said).toEqual([]);
  });

  it.each<[string, RequestListener]>([
    ['does not answer in time', () => undefined],
    ['fails', (_, response) => void response.writeHead(500).end()],
    ['answers something else', (_, response) => void response.writeHead(200).end('<html>')],
  ])('are those of the plan where the service %s', async (_, answer) => {
    const flags = openFlags(flagsOf({ ASSAY_FLAGD_URL: await serve(answer) }), fetch, told);
    expect(await flags.of(account)).toEqual(['runner-pools', 'upload-test-run', 'quality-workflows']);
    expect(said.length).toBeGreaterThan(0);
  });
});
