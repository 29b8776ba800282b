import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEventStore } from '@assay/embedded-eventstore';
import { startMongo } from '@assay/embedded-mongo';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/freePort.ts';

const root = join(import.meta.dirname, '../..');

/** Runs programs as the image does: in its files, read-only, without root, with a folder for data. */
const bubblewrap = '/usr/bin/bwrap';
const canRun = process.platform === 'linux' && spawnSync(bubblewrap, ['--version']).status === 0;

/** What the Dockerfile sets, apart from where it listens. */
function environmentOfImage(): Record<string, string> {
  const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
  const [, set = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile) ?? [];
  return Object.fromEntries(set.split(/\s*\\\n\s*/).map((pair) => pair.split('=') as [string, string]));
}

(canRun ? describe : describe.skip)('the container image', () => {
  let folder: string;
  let image: string;
  const running: { kill(signal: NodeJS.Signals): boolean }[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-image-'));
    image = join(folder, 'app');
    execFileSync(process.execPath, [join(root, 'deploy/image/assemble.mjs'), image]);
  });
  afterAll(() => {
    for (const each of running) each.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** The arguments that put a command into the image. */
  function inImage(data: string, environment: Record<string, string>, command: string[]): string[] {
    const set = { ...environmentOfImage(), HOME: '/tmp', PATH: '/usr/local/bin:/usr/bin:/bin', ...environment };
    const from = (path: string, to = path) => ['--ro-bind', path, to];
    return [
      ...['--unshare-user', '--uid', '1000', '--gid', '1000', '--unshare-pid', '--as-pid-1', '--die-with-parent'],
      ...[...from('/usr'), ...from('/etc'), '--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib'],
      ...['--symlink', 'usr/lib64', '/lib64', ...from(process.execPath, '/opt/node'), ...from(image, '/app')],
      ...['--bind', data, '/data', '--tmpfs', '/tmp', '--proc', '/proc', '--dev', '/dev', '--chdir', '/data'],
      ...['--clearenv', ...Object.entries(set).flatMap(([name, value]) => ['--setenv', name, value])],
      ...['/opt/node', ...command],
    ];
  }

  function run(role: string[], data: string, environment: Record<string, string> = {}) {
    mkdirSync(data, { recursive: true });
    const child = spawn(bubblewrap, inImage(data, environment, ['/app/start.mjs', ...role]));
    running.push(child);
    const lines: string[] = [];
    for (const output of [child.stdout, child.stderr]) {
      createInterface({ input: output }).on('line', (line) => lines.push(line));
    }
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, lines, ended };
  }

  const answers = async (url: string) => (await fetch(url).catch(() => null))?.status;

  it('runs everything in one container, on a read-only file system', async () => {
    const port = await freePort();
    const environment = { HOST: '127.0.0.1', PORT: String(port), ASSAY_ADMIN_PASSWORD: 'correct horse battery' };
    const all = run([], join(folder, 'one'), environment);
    const url = `http://127.0.0.1:${port}`;
    await eventually(() => all.lines.some((line) => line.startsWith('Assay is ready')));
    expect(await answers(`${url}/api/health`)).toBe(200);
    expect(await (await fetch(url)).text()).toContain('<div id="root"');
    const login = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@assay.local', password: 'correct horse battery' }),
    });
    expect(login.status).toBe(200);
    all.child.kill('SIGTERM');
    await all.ended;
  });

  it('runs each role alone, creates an account, and has its agent join', async () => {
    const events = await startEventStore({ port: 0, dataDir: join(folder, 'events') });
    const documents = await startMongo({ port: 0, dataDir: join(folder, 'documents') });
    try {
      const [port, ...metrics] = await Promise.all([freePort(), freePort(), freePort()]);
      const url = `http://127.0.0.1:${port}`;
      const environment = {
        ...{ HOST: '127.0.0.1', PORT: String(port), EVENTSTORE_URL: events.url, MONGODB_URL: documents.url },
        ...{ ASSAY_PROJECTOR_METRICS_PORT: String(metrics[0]), ASSAY_AUTOMATION_METRICS_PORT: String(metrics[1]) },
      };
      const data = join(folder, 'shared');
      const roles = ['api', 'projector', 'automation'].map((role) => run([role], data, environment));
      await eventually(async () => (await answers(`${url}/api/health`)) === 200);
      for (const each of metrics)
        await eventually(async () => (await answers(`http://127.0.0.1:${each}/alive`)) === 200);

      const named = ['--name', 'Engines', '--email', 'ada@example.com', '--first-name', 'Ada', '--last-name', 'L'];
      const made = run(['create-account', ...named], data, environment);
      expect(await made.ended).toBe(0);
      expect(made.lines.join('\n')).toContain('ada@example.com signs in to it');

      const agent = run(['agent', '--url', url], join(folder, 'agent'), { ASSAY_AGENT_TOKEN: 'unknown' });
      expect(await agent.ended).toBe(1);
      expect(agent.lines.join('\n')).toContain("refused this agent's token");

      for (const { child, ended } of roles) {
        child.kill('SIGTERM');
        await ended;
      }
    } finally {
      await events.stop();
      await documents.stop();
    }
  });

  it('names what it can run', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(image, 'start.mjs'), 'nothing'], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(/There is no 'nothing'. It runs agent, api, automation, backup, .*start, verify/);
  });
});
