import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEngine, NoContainersError } from '../src/containers/containerEngine.ts';
import { runArguments } from '../src/containers/runArguments.ts';
import { findCommand } from '../src/process/findCommand.ts';

const client = process.platform === 'win32' ? null : findCommand(process.env, ['docker']);

/** What docker's own client asks of a daemon, which is a fake: it keeps the order for a container and makes none. */
(client ? describe : describe.skip)('what docker itself makes of the arguments (needs the client of docker)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-docker-'));
  const socket = join(folder, 'daemon.sock');
  const asked: { path: string; body: unknown }[] = [];
  const daemon = createServer(async (request, response) => {
    const bytes: Buffer[] = [];
    for await (const chunk of request) bytes.push(chunk);
    const path = (request.url ?? '').replace(/^\/v[\d.]+/, '');
    response.setHeader('Api-Version', '1.47');
    response.setHeader('Content-Type', 'application/json');
    if (path === '/_ping') return response.end('OK');
    if (path === '/info') return response.end('{"ServerVersion":"27.3.1","SecurityOptions":["name=rootless"]}');
    asked.push({ path, body: bytes.length === 0 ? null : JSON.parse(Buffer.concat(bytes).toString('utf8')) });
    response.statusCode = 500;
    response.end('{"message":"no container is made here"}');
  });
  const environment = {
    ...process.env,
    DOCKER_HOST: `unix://${socket}`,
    DOCKER_CONFIG: folder,
    DOCKER_CONTEXT: undefined,
  };
  beforeAll(() => new Promise<void>((resolve) => daemon.listen(socket, resolve)));
  afterAll(async () => {
    await new Promise((resolve) => daemon.close(resolve));
    rmSync(folder, { recursive: true });
  });

  async function call(args: readonly string[]): Promise<{ code: unknown; said: string }> {
    return await new Promise((resolve) => {
      execFile(client ?? '', args, { env: environment }, (error, _out, said) => resolve({ code: error?.code, said }));
    });
  }

  it('is a container as it was meant', async () => {
    const engine = { name: 'docker' as const, rootless: false, labeled: true };
    const odd = `${folder}/a, "b"`;
    const args = runArguments(engine, {
      name: 'assay-1',
      agent: 'own',
      image: 'docker.io/library/node:22.17.1-bookworm',
      user: { uid: 1000, gid: 100 },
      mounts: [
        { source: folder, target: folder, readOnly: false },
        { source: odd, target: odd, readOnly: true },
      ],
      directory: folder,
      limits: { memoryMb: 2048, pids: 100, network: 'host' },
      command: [`${folder}/assay-1.sh`, 'node', '--test', '--rm'],
    });
    expect(await call(args)).toEqual({ code: 125, said: expect.stringContaining('no container is made here') });
    const [order] = asked.splice(0);
    expect(order?.path).toBe('/containers/create?name=assay-1');
    expect(order?.body).toMatchObject({
      Image: 'docker.io/library/node:22.17.1-bookworm',
      Entrypoint: ['sh'],
      Cmd: [`${folder}/assay-1.sh`, 'node', '--test', '--rm'],
      User: '1000:100',
      WorkingDir: folder,
      Labels: { 'assay.agent': 'own' },
      ...{ Tty: false, OpenStdin: false, AttachStdout: true, AttachStderr: true },
      HostConfig: {
        ...{ AutoRemove: true, Init: true, Privileged: false, NetworkMode: 'host' },
        ...{ CapAdd: null, CapDrop: ['ALL'], SecurityOpt: ['no-new-privileges', 'label=disable'] },
        ...{ PidsLimit: 100, Memory: 2048 * 1024 * 1024, ShmSize: 1024 * 1024 * 1024, LogConfig: { Type: 'none' } },
        Mounts: [
          { Type: 'bind', Source: folder, Target: folder },
          { Type: 'bind', Source: odd, Target: odd, ReadOnly: true },
        ],
      },
    });
    expect(order?.body).toMatchObject({ Env: null });
  });

  it.each([
    [['stop', '-t', '1', 'assay-1'], '/containers/assay-1/stop?t=1'],
    [['rm', '--force', 'assay-1'], '/containers/assay-1?force=1'],
    [['image', 'inspect', '--format', '{{.Id}}', 'node:1'], '/images/node:1/json'],
    [
      ['ps', '--all', '--quiet', '--filter', 'label=assay.agent=own'],
      `/containers/json?all=1&filters=${encodeURIComponent('{"label":{"assay.agent=own":true}}')}`,
    ],
  ])('%j asks for %s', async (args, path) => {
    await call(args);
    expect(asked.splice(0).map((each) => each.path)).toEqual([path]);
  });

  it('says what it is, and that it is not there without its daemon', async () => {
    expect(await findEngine('docker', environment)).toEqual({
      engine: { name: 'docker', command: client, version: '27.3.1', rootless: true, labeled: false },
    });
    const alone = { ...environment, DOCKER_HOST: `unix://${folder}/nobody.sock` };
    await expect(findEngine('docker', alone)).rejects.toThrow(NoContainersError);
  });
});
