import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { canMount } from '../../../../test/support/smallDisk.ts';
import { SecretMask } from '../masking/secretMask.ts';
import { type ProcessEnd, startProcess } from '../process/startProcess.ts';
import { makeUnitTmp } from '../process/unitTmp.ts';
import { mountedPaths, noUnit, type SandboxOrder, sandboxLaunch } from './sandboxLaunch.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
/** Not one of the users that the agent gives to projects. */
const user = { uid: 64_204, gid: 64_204 };
const bubblewrap = {
  bubblewrap: '/usr/bin/bwrap',
  limitsMemory: true,
  filtersCalls: false,
  setpriv: '/usr/bin/setpriv',
  prlimit: '/usr/bin/prlimit',
  unshare: null,
  keyctl: null,
};
const byUser = { ...bubblewrap, bubblewrap: null };
const withResolvers = [
  ...(existsSync(bubblewrap.bubblewrap) ? ([['bubblewrap', bubblewrap]] as const) : []),
  ...(canMount ? ([['user', { ...byUser, unshare: '/usr/bin/unshare' }]] as const) : []),
];

function orderWith(separation: SandboxOrder['separation'], folder = '/agent/workspaces/run'): SandboxOrder {
  const project = { path: '/agent/projects/p', home: '/agent/projects/p/home', installs: '/agent/projects/p/installs' };
  return {
    separation,
    user,
    folder,
    tmpRoot: '/agent/unit-tmp/run',
    project,
    hidden: '/agent',
    shown: [],
    passwd: '/agent/users/p',
    cpuGroup: null,
    network: null,
  };
}

describe('the launch of a sandboxed process', () => {
  const environment = { PATH: '/agent/workspaces/run/bin', KEY: 'value' };
  const directory = '/agent/workspaces/run/repository';
  const order = { command: 'node', args: ['a.js'], environment, directory };
  const launchedWith = (variables: NodeJS.ProcessEnv) =>
    sandboxLaunch(orderWith(bubblewrap), noUnit, { ...order, environment: variables });

  it('refuses a zero byte in a path, which would begin an option of bubblewrap', () => {
    const shown = ['/opt\0--bind\0/\0/'];
    expect(() => sandboxLaunch({ ...orderWith(bubblewrap), shown }, noUnit, order)).toThrow(/zero byte/);
    expect(() => sandboxLaunch(orderWith(bubblewrap, '/agent\0--bind'), noUnit, order)).toThrow(/zero byte/);
  });

  it('makes no option of a variable, whatever is in it', () => {
    const evil = { KEY: 'x\0--bind\0/\0/', 'NAME\0--bind': "'; touch /tmp/evil; '", '--chdir': '/', '-i': '' };
    const [options, script, ...others] = launchedWith({ ...environment, ...evil }).instructions ?? [];
    expect(others).toEqual([]);
    expect(options).toBe(launchedWith(environment).instructions?.[0]);
    expect(script).not.toContain('\0');
    expect(script).toContain("'KEY=x--bind//'");
  });

  it('shows the variables of the run neither in arguments nor to programs with more rights', () => {
    const { args, environment: own, instructions } = launchedWith({ ...environment, LD_PRELOAD: '/agent/evil.so' });
    expect(args.join(' ')).not.toMatch(/value|evil/);
    expect(own).toEqual({ PATH: process.env.PATH });
    expect(instructions?.[0]).not.toMatch(/value|evil/);
    expect(instructions?.[1]).toContain("LD_PRELOAD='/agent/evil.so'");
  });

  it('becomes the user by programs with absolute paths, because the tests’ PATH is theirs', () => {
    const { command, args } = sandboxLaunch(orderWith(bubblewrap), noUnit, order);
    expect(command).toBe('/usr/bin/bwrap');
    expect(args).toContain('/usr/bin/setpriv');
    const before = args.slice(0, args.lastIndexOf('node'));
    for (const name of ['setpriv', 'prlimit', 'bwrap', 'env']) expect(before).not.toContain(name);
    expect(args.indexOf('/usr/bin/setpriv')).toBeLessThan(args.lastIndexOf('node'));
    expect(args).toEqual(expect.arrayContaining([`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']));
  });

  it('fails for another user without setpriv', () => {
    expect(() => sandboxLaunch(orderWith({ ...bubblewrap, setpriv: null }), noUnit, order)).toThrow(
      /setpriv is missing/,
    );
  });

  it('in user mode starts as the user in a directory that all users share', () => {
    const launch = sandboxLaunch(orderWith(byUser), { tmp: null, tmpdir: '/tmp/short' }, order);
    expect(launch).toMatchObject({
      directory: '/',
      shell: false,
      environment: { PATH: process.env.PATH },
    });
    expect(launch.instructions?.[0]).toContain("export TMPDIR='/tmp/short'");
    expect(launch.instructions?.[0]).toContain("export KEY='value'");
    expect(isAbsolute(launch.command)).toBe(true);
    expect(launch.args).toEqual(expect.arrayContaining([`--reuid=${user.uid}`, '--no-new-privs', directory]));
    expect(launch.args.slice(-2)).toEqual(['node', 'a.js']);
  });
});

(isRoot ? describe : describe.skip)('a process of another user (needs root on Linux)', () => {
  let folder: string;
  let own: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-launch-')));
    chmodSync(folder, 0o711);
    own = join(folder, 'run');
    mkdirSync(own, { mode: 0o700 });
    chownSync(own, user.uid, user.gid);
    mkdirSync(join(folder, 'of-root'), { mode: 0o700 });
    symlinkSync(join(folder, 'of-root'), join(own, 'link'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function runIn(
    directory: string,
    command = 'pwd; id -u; id -G',
    sandbox = orderWith(byUser, own),
  ): Promise<ProcessEnd & { output: string }> {
    let output = '';
    const running = startProcess(
      {
        command,
        directory,
        environment: { PATH: process.env.PATH },
        mask: new SecretMask([]),
        signal: new AbortController().signal,
        onOutput: (text) => {
          output += text;
        },
      },
      (order) => sandboxLaunch(sandbox, noUnit, order),
    );
    return { ...(await running.ended), output };
  }

  it('runs in its directory, as the user alone', async () => {
    const { output, exitCode } = await runIn(own);
    expect(output.trim().split('\n')).toEqual([own, `${user.uid}`, `${user.gid}`]);
    expect(exitCode).toBe(0);
  });

  it.each(withResolvers)('with %s finds the resolver of its network', async (_way, separation) => {
    const resolver = join(folder, 'resolv.conf');
    writeFileSync(resolver, 'nameserver 198.18.0.1\n', { mode: 0o644 });
    const project = { path: join(folder, 'p'), home: join(folder, 'p/home'), installs: join(folder, 'p/installs') };
    for (const each of Object.values(project)) mkdirSync(each, { recursive: true });
    const network = { enter: () => [], started: () => undefined, resolver };
    const tmpRoot = join(folder, 'tmp');
    const order = { ...orderWith(separation, own), tmpRoot, project, passwd: '/etc/passwd', network };
    await makeUnitTmp(join(tmpRoot, 'no-unit'), mountedPaths(order));
    expect(await runIn(own, 'cat /etc/resolv.conf', order)).toMatchObject({ output: 'nameserver 198.18.0.1\n' });
    expect(readFileSync('/etc/resolv.conf', 'utf8')).not.toContain('198.18.0.1');
  });

  it('does not run where only root may enter, whatever a link says', async () => {
    expect(await runIn(join(own, 'link'))).toMatchObject({ exitCode: 126 });
    expect(await runIn(join(folder, 'of-root'))).toMatchObject({ exitCode: 126 });
    expect((await runIn(join(own, 'link'))).output).not.toContain(`${user.uid}`);
  });
});
