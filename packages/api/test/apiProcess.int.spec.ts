import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEventStore } from '@assay/embedded-eventstore';
import { startMongo } from '@assay/embedded-mongo';
import { bundled } from '../../../test/support/bundled.ts';
import { freePort } from '../../../test/support/freePort.ts';

const apiMain = await bundled('packages/api/src/main.ts');
const createAccount = await bundled('packages/launcher/src/createAccountCommand.ts');

/** A process under test. */
class Running {
  readonly #child: ChildProcess;
  output = '';
  errors = '';
  /** Resolves when all its output has been read too. */
  readonly ended: Promise<number | null>;
  #wake: () => void = () => undefined;

  constructor(script: string, args: string[], env: Record<string, string>) {
    this.#child = spawn(process.execPath, [script, ...args], {
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    });
    this.#child.stdout?.on('data', (data) => {
      this.output += String(data);
      this.#wake();
    });
    this.#child.stderr?.on('data', (data) => {
      this.errors += String(data);
      this.#wake();
    });
    this.ended = once(this.#child, 'close').then(([code]: unknown[]) => {
      this.#wake();
      return typeof code === 'number' ? code : null;
    });
  }

  async says(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.output)) {
      if (this.#child.exitCode !== null) throw new Error(`ended: ${this.output}${this.errors}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }
}

describe('the api process', () => {
  let folder: string;
  let env: Record<string, string>;
  let ports: { api: number; events: number; documents: number };
  const running: Running[] = [];

  const run = (script: string, args: string[] = [], change: Record<string, string> = {}) => {
    const started = new Running(script, args, { ...env, ...change });
    running.push(started);
    return started;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-api-process-'));
    ports = { api: await freePort(), events: await freePort(), documents: await freePort() };
    env = {
      PORT: String(ports.api),
      EVENTSTORE_URL: `esdb://127.0.0.1:${ports.events}?tls=false`,
      MONGODB_URL: `mongodb://127.0.0.1:${ports.documents}`,
      ASSAY_DATA_DIR: join(folder, 'data'),
    };
  });
  afterAll(async () => {
    for (const started of running) started.signal('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  it('waits for its stores, creates accounts on demand, refuses a port in use, and stops cleanly', async () => {
    const url = `http://127.0.0.1:${ports.api}`;
    const api = run(apiMain, [], { ASSAY_OIDC_GITHUB_CLIENT_ID: 'assay', ASSAY_OIDC_GITHUB_CLIENT_SECRET: 'secret' });
    // 1. Without stores it listens and reports them as down.
    let health: Response | null = null;
    while (!health) health = await fetch(`${url}/api/health`).catch(() => null);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({ status: 'degraded', parts: { eventStore: { status: 'away' } } });
    expect((await fetch(`${url}/alive`)).status).toBe(200);
    const refused = await fetch(`${url}/api/users/me`);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBeTruthy();
    // Longer than the 60 s of load balancers, which otherwise send a request into a connection that closes.
    expect(refused.headers.get('keep-alive')).toBe('timeout=75');
    expect(await refused.json()).toMatchObject({ code: 'store.away' });

    // 2. The stores start, one after the other.
    const documents = await startMongo({ port: ports.documents, dataDir: join(folder, 'documents') });
    const events = await startEventStore({ port: ports.events, dataDir: join(folder, 'events') });
    await api.says(/^api listening on http:\/\/127\.0\.0\.1:\d+$/m);
    expect((await fetch(`${url}/api/users/me`)).status).toBe(401);

    const start = await fetch(`${url}/api/auth-start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'github', purpose: 'signIn', returnTo: '/' }),
    });
    const { url: leadsTo } = (await start.json()) as { url: string };
    expect(new URL(leadsTo).searchParams.get('redirect_uri')).toBe(`${url}/auth-return`);
    expect(start.headers.get('set-cookie')).toMatch(/^assay-auth=/);

    // 3. An operator creates an account from the command line.
    const names = ['--first-name', 'Ada', '--last-name', 'Lovelace'];
    const made = run(createAccount, ['--name', 'Engines', '--email', 'ada@example.com', ...names]);
    expect(await made.ended).toBe(0);
    const password = /Password, shown this once: (\S+)/.exec(made.output)?.[1];
    const login = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password }),
    });
    expect(await login.json()).toEqual({ token: expect.stringMatching(/^.{40,}$/) });
    const misused = run(createAccount, ['--name', 'Engines']);
    expect(await misused.ended).toBe(1);
    expect(misused.errors).toMatch(/--email is missing/);

    // 4. A second one on the same port ends with one sentence.
    const second = run(apiMain);
    expect(await second.ended).toBe(1);
    expect(second.errors.trim()).toBe(`Port ${ports.api} on 127.0.0.1 is taken. Stop what listens there, or set PORT.`);

    // 5. Another master key than the data's own is refused.
    const wrongKey = run(apiMain, [], { PORT: '0', ASSAY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
    expect(await wrongKey.ended).toBe(1);
    expect(wrongKey.errors).toMatch(/not the master key/);

    // 6. Told to stop, it exits cleanly; its log has no token, password or body.
    api.signal('SIGTERM');
    expect(await api.ended).toBe(0);
    expect(`${api.output}${api.errors}`).not.toContain(String(password));
    await Promise.all([events.stop(), documents.stop()]);
  });

  it('makes the master key readable by its owner only', async () => {
    const key = join(folder, 'data', 'master.key');
    expect((await readFile(key, 'utf8')).trim().length).toBeGreaterThan(40);
    if (process.platform !== 'win32') expect((await stat(key)).mode & 0o077).toBe(0);
  });

  it.each(['proxy.example.org', '10.0.0.0/33', '10.0.0.0/8/9'])('refuses to trust %s as a proxy', async (proxy) => {
    const started = run(apiMain, [], { ASSAY_TRUSTED_PROXIES: `127.0.0.1, ${proxy}` });
    expect(await started.ended).toBe(1);
    expect(started.errors.trim()).toMatch(`such as 10.0.0.7 or 10.0.0.0/8, not '${proxy}'.`);
  });

  it('refuses a proxy that it cannot use, without repeating its password', async () => {
    const started = run(apiMain, [], { HTTPS_PROXY: 'socks5://ada:secret@proxy.example.org' });
    expect(await started.ended).toBe(1);
    const sentence = 'HTTPS_PROXY must be the address of a proxy, such as http://proxy.example.org:3128.';
    expect(started.errors.trim()).toBe(sentence);
  });

  it('says which setting is missing', async () => {
    const { EVENTSTORE_URL: _, ...without } = env;
    env = without;
    const started = run(apiMain);
    expect(await started.ended).toBe(1);
    expect(started.errors.trim()).toBe('EVENTSTORE_URL must say where the store is.');
  });
});
