import { type ContainerOrder, mountArgument, runArguments } from './runArguments.ts';

const order: ContainerOrder = {
  name: 'assay-1',
  agent: 'a',
  image: 'docker.io/library/node:22.17.1-bookworm',
  user: { uid: 1000, gid: 100 },
  mounts: [
    { source: '/data/run', target: '/data/run', readOnly: false },
    { source: '/opt/assay/reporters', target: '/opt/assay/reporters', readOnly: true },
  ],
  directory: '/data/run/repository',
  limits: { memoryMb: null, pids: 4096, network: null },
  command: ['/data/run/assay-1.sh', 'node', '--test'],
};
const docker = { name: 'docker' as const, rootless: false, labeled: false };
const podman = { name: 'podman' as const, rootless: true, labeled: true };

describe('the arguments of an engine', () => {
  it('start a container that is removed afterwards, has no rights, the same paths and the agent as its user', () => {
    expect(runArguments(docker, order)).toEqual([
      ...[
        'run',
        '--rm',
        '--init',
        '--pull=never',
        '--name',
        'assay-1',
        '--label',
        'assay.agent=a',
        '--log-driver=none',
        '--no-healthcheck',
      ],
      ...['--cap-drop=ALL', '--security-opt=no-new-privileges', '--pids-limit=4096', '--shm-size=1g'],
      ...['--user', '1000:100'],
      ...['--mount', 'type=bind,source=/data/run,target=/data/run'],
      ...['--mount', 'type=bind,source=/opt/assay/reporters,target=/opt/assay/reporters,readonly'],
      ...['--workdir', '/data/run/repository', '--entrypoint', 'sh', 'docker.io/library/node:22.17.1-bookworm'],
      ...['/data/run/assay-1.sh', 'node', '--test'],
    ]);
  });

  it('limit memory and name a network where requested', () => {
    const args = runArguments(docker, { ...order, limits: { memoryMb: 2048, pids: 100, network: 'host' } });
    expect(args).toEqual(expect.arrayContaining(['--memory=2048m', '--pids-limit=100', '--network=host']));
  });

  it.each([
    ['docker', docker, ['--user', '1000:100']],
    ['docker without root', { ...docker, rootless: true }, []],
    ['podman', { ...podman, rootless: false }, ['--user', '1000:100']],
    ['podman without root', podman, ['--userns=keep-id']],
  ])('have files created by %s belong to the agent', (_name, engine, user) => {
    const args = runArguments(engine, order);
    const at = args.findIndex((each) => each.startsWith('--user'));
    expect(at === -1 ? [] : args.slice(at, args.indexOf('--mount'))).toEqual(user);
  });

  it('make mounts readable where the system guards files by labels', () => {
    expect(runArguments(podman, order)).toContain('--security-opt=label=disable');
    expect(runArguments(docker, order)).not.toContain('--security-opt=label=disable');
  });

  it('name no user on a system without user numbers', () => {
    expect(runArguments(docker, { ...order, user: null }).join(' ')).not.toContain('--user');
  });

  it.each([
    ['/data/a b', 'type=bind,source=/data/a b,target=/data/a b'],
    ['/data/a,b', 'type=bind,"source=/data/a,b","target=/data/a,b"'],
    ['/data/"a"', 'type=bind,"source=/data/""a""","target=/data/""a"""'],
    ['/data/a:b', 'type=bind,source=/data/a:b,target=/data/a:b'],
  ])('mount %s', (path, argument) => {
    expect(mountArgument({ source: path, target: path, readOnly: false })).toBe(argument);
  });
});
