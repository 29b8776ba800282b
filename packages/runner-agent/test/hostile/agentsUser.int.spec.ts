import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SecretMask } from '../../src/masking/secretMask.ts';
import { findCommand } from '../../src/process/findCommand.ts';
import { startProcess } from '../../src/process/startProcess.ts';
import { noUnit, type SandboxOrder, sandboxLaunch } from '../../src/sandbox/sandboxLaunch.ts';

/** An agent without rights: the tests that it isolates have its user. */
const agent = { uid: 64_202, gid: 64_202 };
const [bubblewrap = null, setpriv = null, prlimit = null] = ['bwrap', 'setpriv', 'prlimit'].map((name) =>
  findCommand(process.env, [name]),
);
const asAgent = [setpriv ?? '', `--reuid=${agent.uid}`, `--regid=${agent.gid}`, '--clear-groups', '--'];
const usable = process.getuid?.() === 0 && setpriv !== null && bubblewrap !== null && canMakeNamespaces(bubblewrap);
/** Control groups of version 2, where they are mounted. */
const groups = usable ? / - cgroup2 /.test(readFileSync('/proc/self/mountinfo', 'utf8')) : false;
const group = groups ? madeGroup() : null;

describe('tests that bubblewrap isolates for an agent without rights', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-user-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
    if (group !== null) rmdirSync(group);
  });

  (group !== null && process.arch === 'x64' ? it : it.skip)(
    'cannot end the control group of the agent (needs root, bubblewrap, control groups of version 2)',
    async () => {
      if (group === null) throw new Error('the group is missing');
      const inGroup = ['/bin/sh', '-c', 'echo $$ > "$0" && exec "$@"', join(group, 'cgroup.procs'), ...asAgent];
      const [first = '', ...others] = [...inGroup, 'sleep', '600'];
      const neighbor = spawn(first, others);
      const gone = new Promise((resolve) => neighbor.once('close', resolve));
      try {
        const kill = 'mount -t cgroup2 none /tmp && echo 1 > /tmp/cgroup.kill && echo killed';
        const { ended, said } = start(`unshare -U -r -m -C sh -c '${kill}' || echo refused`, inGroup);
        expect(await ended).toMatchObject({ exitCode: 0, signal: null });
        expect(said()).toContain('refused');
        expect(neighbor.signalCode).toBeNull();
      } finally {
        neighbor.kill('SIGKILL');
        await gone;
      }
    },
  );

  (usable ? it : it.skip)(
    'have a namespace of users of their own, in which they still can isolate what they start (needs root, bubblewrap)',
    async () => {
      const { ended, said } = start('unshare -U -r -m -p -f sh -c "mount -t tmpfs none /tmp && id -u"', asAgent);
      await ended;
      expect(said().trim()).toBe('0');
    },
  );

  (usable && prlimit !== null ? it : it.skip)(
    'have a limit of processes (needs root, bubblewrap, prlimit)',
    async () => {
      const { ended, said } = start("grep 'Max processes' /proc/self/limits", asAgent);
      await ended;
      expect(said()).toMatch(/^Max processes\s+4096\s+4096\s/);
    },
  );

  /** @param as by what the agent starts bubblewrap */
  function start(script: string, as: readonly string[]) {
    let all = '';
    const process = {
      command: '/bin/sh',
      args: ['-c', script],
      directory: '/',
      environment: { PATH: '/usr/bin:/bin' },
    };
    const { ended } = startProcess(
      {
        ...process,
        mask: new SecretMask([]),
        signal: new AbortController().signal,
        onOutput: (text) => {
          all += text;
        },
      },
      (inner) => {
        const launch = sandboxLaunch(sandbox(), { ...noUnit, tmp: null }, inner);
        const [command = '', ...args] = [...as, launch.command, ...launch.args];
        return { ...launch, command, args };
      },
    );
    return { ended, said: () => all };
  }

  function sandbox(): SandboxOrder {
    const [run, project] = [join(folder, 'run'), join(folder, 'project')];
    for (const each of [run, project]) mkdirSync(each, { recursive: true });
    execFileSync('chown', ['-R', `${agent.uid}:${agent.gid}`, folder]);
    return {
      separation: {
        bubblewrap,
        limitsMemory: false,
        filtersCalls: true,
        setpriv,
        prlimit,
        unshare: null,
        keyctl: null,
      },
      user: null,
      folder: run,
      tmpRoot: join(folder, 'tmp'),
      project: { path: project, home: join(project, 'home'), installs: join(project, 'installs') },
      hidden: dirname(folder),
      shown: [],
      passwd: '/etc/passwd',
      cpuGroup: null,
      network: null,
    };
  }
});

function canMakeNamespaces(program: string): boolean {
  const [first = '', ...others] = [...asAgent, program, '--unshare-user', '--ro-bind', '/', '/', 'true'];
  try {
    execFileSync(first, others, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** @returns a control group of the agent's user, as systemd makes them for services of users; null without the right */
function madeGroup(): string | null {
  const mounted = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .find((line) => line.includes(' - cgroup2 '));
  const made = join(mounted?.split(' ')[4] ?? '/', `assay-test-${process.pid}`);
  try {
    mkdirSync(made);
    if (!existsSync(join(made, 'cgroup.kill'))) throw new Error('the kernel cannot end groups');
    execFileSync('chown', ['-R', `${agent.uid}:${agent.gid}`, made]);
    return made;
  } catch {
    rmSync(made, { recursive: true, force: true });
    return null;
  }
}
