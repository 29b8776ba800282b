import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundled } from '../../../test/support/bundled.ts';
import { freePort } from '../../../test/support/freePort.ts';

const apiMain = await bundled('packages/api/src/main.ts');
const hasIpv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'));

/** Browsers try ::1 first. */
(hasIpv6 ? describe : describe.skip)('localhost (needs IPv6)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-localhost-'));
  const started: ChildProcess[] = [];
  afterAll(() => {
    for (const each of started) each.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  /** Without stores: it answers that they are away. */
  async function start(host: string, port: number) {
    const api = spawn(process.execPath, [apiMain], {
      env: {
        PATH: process.env.PATH,
        HOST: host,
        PORT: String(port),
        EVENTSTORE_URL: `esdb://127.0.0.1:${await freePort()}?tls=false`,
        MONGODB_URL: `mongodb://127.0.0.1:${await freePort()}`,
        ASSAY_DATA_DIR: join(folder, 'data'),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    started.push(api);
    return api;
  }

  async function statusAt(url: string): Promise<number> {
    for (;;) {
      const answer = await fetch(`${url}/api/health`).catch(() => null);
      if (answer) return answer.status;
    }
  }

  const canListen = async (port: number, host: string) => {
    const server = createServer().listen({ port, host, ipv6Only: host === '::1' });
    const [error] = await Promise.race([
      once(server, 'listening'),
      once(server, 'error').catch((each) => [each]),
    ]).catch((each: unknown) => [each]);
    server.close();
    return error === undefined;
  };

  it.each(['127.0.0.1', '0.0.0.0', '::1', '::'])('is the service at both addresses, with HOST=%s', async (host) => {
    const port = await freePort();
    await start(host, port);
    expect(await statusAt(`http://${host === '::1' ? '[::1]' : '127.0.0.1'}:${port}`)).toBe(503);
    expect(await statusAt(`http://127.0.0.1:${port}`)).toBe(503);
    expect(await statusAt(`http://[::1]:${port}`)).toBe(503);
    expect([await canListen(port, '127.0.0.1'), await canListen(port, '::1')]).toEqual([false, false]);
  });

  it('is refused while another program has one of them', async () => {
    const port = await freePort();
    const taken = createServer().listen({ port, host: '::1', ipv6Only: true });
    await once(taken, 'listening');
    const api = await start('127.0.0.1', port);
    let said = '';
    api.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    expect(await once(api, 'close')).toEqual([1, null]);
    expect(said.trim()).toBe(
      `Port ${port} on the other address of localhost is taken. Stop what listens there, or set PORT.`,
    );
    await new Promise((resolve) => taken.close(resolve));
  });
});
