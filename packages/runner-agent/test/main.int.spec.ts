import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentMain } from './agentMain.ts';
import { AgentServiceUnderTest } from './agentServiceUnderTest.ts';

describe('the agent as a process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-agent-main-'));
  const service = new AgentServiceUnderTest();
  const processes: ChildProcess[] = [];
  beforeAll(async () => await service.listen());
  afterAll(async () => {
    for (const each of processes) each.kill('SIGKILL');
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function start(args: string[], environment: NodeJS.ProcessEnv = {}) {
    const child = spawn(process.execPath, [agentMain, '--dir', join(folder, `${processes.length}`), ...args], {
      env: { ...process.env, ASSAY_LOG_LEVEL: 'silent', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    processes.push(child);
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.err += text;
    });
    const ended = once(child, 'close').then(([code]: unknown[]) => code);
    return { child, said, ended };
  }

  function tokenFile(): string {
    const file = join(folder, 'token');
    writeFileSync(file, `${service.token}\n`, { mode: 0o600 });
    return file;
  }

  it('reports that it has joined, and leaves cleanly on a signal', async () => {
    const environment = { ASSAY_AGENT_TOKEN: service.token };
    const { child, said, ended } = start(['--url', service.url, '--capacity', '3', '--name', 'blue'], environment);
    await service.until(() => said.out.includes('\n'), 'the agent to join');
    expect(said.out).toBe(`agent blue joined ${service.url} with 3 places\n`);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(service.exited).toHaveLength(1);
  });

  it('leaves cleanly when its terminal is closed', async () => {
    const { child, said, ended } = start(['--url', service.url, '--token-file', tokenFile()]);
    await service.until(() => said.out.includes('\n'), 'the agent to join');
    const before = service.exited.length;
    child.kill('SIGHUP');
    expect(await ended).toBe(0);
    expect(service.exited).toHaveLength(before + 1);
  });

  it('leaves cleanly once it has had no work for its time', async () => {
    const before = service.exited.length;
    const { said, ended } = start(['--url', service.url, '--name', 'brief', '--idle-seconds', '1'], {
      ASSAY_AGENT_TOKEN: service.token,
    });
    expect(await ended).toBe(0);
    expect(said.out).toBe(`agent brief joined ${service.url} with 2 places\nagent brief had no work for 1 s\n`);
    expect(service.exited).toHaveLength(before + 1);
  });

  it('reports its runner pool', async () => {
    const { child, said, ended } = start(['--url', service.url, '--pool', 'Large'], {
      ASSAY_AGENT_TOKEN: service.token,
    });
    await service.until(() => said.out.includes('\n'), 'the agent to join');
    expect(service.agents.at(-1)).toMatchObject({ pool: 'Large' });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('ends with a sentence when its token is refused', async () => {
    const { said, ended } = start(['--url', service.url], { ASSAY_AGENT_TOKEN: 'wrong' });
    expect(await ended).toBe(1);
    expect(said.err).toMatch(/^The service at http:.* refused this agent's token\. Create an agent token/);
  });

  it('waits for a service that does not answer, and can be stopped meanwhile', async () => {
    const other = new AgentServiceUnderTest();
    await other.listen();
    other.down = true;
    const { child, said, ended } = start(['--url', other.url], { ASSAY_AGENT_TOKEN: other.token });
    await service.until(() => other.refusedConnections > 2, 'some tries');
    expect(said.out).toBe('');
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    await other.close();
  });

  it.each([
    [[], /--url must be/],
    [['--url', 'http://localhost:1', '--token-file', agentMain, '--capacity', 'many'], /--capacity must be/],
    [['--url', 'http://localhost:1', '--token-file', agentMain, '--pool', ' '], /--pool must be/],
    [['--url', 'http://localhost:1', '--token-file', agentMain, '--idle-seconds', 'soon'], /--idle-seconds must be/],
    [['--url', 'http://localhost:1'], /ASSAY_AGENT_TOKEN must be the token/],
    [['--url', 'http://localhost:1', '--token-file', '/no/such/file'], /--token-file cannot be read/],
    // Tests could read it in the arguments of processes.
    [['--url', 'http://localhost:1', '--token', 't'], /--token shows the token to all users/],
    [['--nonsense'], /nonsense/],
  ])('explains its usage when called with %j', async (args, message) => {
    const { said, ended } = start(args, { ASSAY_AGENT_TOKEN: '' });
    expect(await ended).toBe(1);
    expect(said.err).toMatch(message);
    expect(said.err).toContain('Usage: assay-agent');
  });

  it('refuses a proxy that it cannot use', async () => {
    const environment = { ASSAY_AGENT_TOKEN: service.token, http_proxy: 'socks5://proxy.example.org' };
    const { said, ended } = start(['--url', service.url], environment);
    expect(await ended).toBe(1);
    expect(said.err).toMatch(/^http_proxy must be the address of a proxy/);
  });
});
