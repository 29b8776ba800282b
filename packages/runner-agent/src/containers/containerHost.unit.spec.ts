import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMachineFiles } from '../../test/machineFiles.ts';
import { fateOf } from '../process/fateOf.ts';
import { InstallationMarks, Installations } from '../workspace/installations.ts';
import { ContainerHost } from './containerHost.ts';

describe('containers as process hosts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-host-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const files = openMachineFiles();
  const engine = { name: 'docker' as const, command: '/d', version: '1', rootless: false, labeled: false };
  const limits = { memoryMb: null, pids: 10, network: null };

  function hostWith(mounted: string, found: string[] = [], agentNode = false): ContainerHost {
    const mounts = [{ source: mounted, target: mounted, readOnly: false }];
    const kind = {
      engine,
      agent: 'a',
      image: 'own:1',
      user: null,
      mounts,
      limits,
      folder: mounted,
      onAway: () => undefined,
    };
    const programs = { path: '/usr/local/bin:/usr/bin', found: new Set(found), agentNode };
    const project = { path: '/data/projects/p', home: '/data/projects/p/home', installs: '/data/projects/p/installs' };
    const marks = new InstallationMarks('/data/installed');
    const installations = new Installations(project.installs, files, files, marks);
    const tmpRoot = mkdtempSync(join(folder, 'unit-tmp-'));
    const common = { agentFolder: folder, tmpRoot, project, files, installations };
    return new ContainerHost({ kind, imageId: 'sha256:1', programs, ...common });
  }

  it('find the programs of the image, and links in their own folders that lead nowhere on this machine', async () => {
    const venv = join(folder, 'venv', 'bin');
    mkdirSync(venv, { recursive: true });
    symlinkSync('/only/in/the/image/python3', join(venv, 'python3'));
    const host = hostWith(folder, ['/usr/bin/python3', '/usr/bin/git']);
    expect(await host.find({ PATH: `${venv}:/usr/bin` }, ['python3'])).toBe(join(venv, 'python3'));
    expect(await host.find({ PATH: '/usr/bin' }, ['python3', 'python'])).toBe('/usr/bin/python3');
    // On this machine, but not in the image.
    expect(await host.find({ PATH: '/bin:/usr/bin' }, ['node'])).toBeNull();
  });

  it('run Assay’s scripts with the Node of the image, else with the agent’s, else not at all', async () => {
    expect(await hostWith('/data', ['/usr/local/bin/node'], true).node()).toBe('/usr/local/bin/node');
    expect(await hostWith('/data', [], true).node()).toBe('/assay-node');
    await expect(hostWith('/data').node()).rejects.toThrow(/The image own:1 has no Node/);
  });

  it('get no paths from the machine’s environment', () => {
    const environment = hostWith('/data').environment();
    expect(environment).toMatchObject({ PATH: '/usr/local/bin:/usr/bin', HOME: '/data/projects/p/home' });
    expect(
      Object.keys(environment).filter((name) => /^(JAVA_HOME|TMPDIR|DISPLAY|USER|XDG_.*|ASSAY_.*)$/.test(name)),
    ).toEqual([]);
  });

  it('of a unit share a /tmp in which the agent finds the files that tests leave', async () => {
    const { reach } = await hostWith('/data').ofUnit(join(folder, 'unit-1-1'));
    const [, tmp = ''] = reach?.folders ?? [];
    expect(tmp).toMatch(/unit-tmp-\w+\/unit-1-1$/);
    expect(reach?.outside('/tmp/shots/1.png')).toBe(join(tmp, 'shots/1.png'));
    expect(reach?.outside('/data/run/1.png')).toBe('/data/run/1.png');
  });

  it('of a unit mount a /tmp that lies outside of what the tests can write', async () => {
    const { reach } = await hostWith(folder).ofUnit(join(folder, 'unit-2-1'));
    const [run = '', tmp = ''] = reach?.folders ?? [];
    expect(run).toBe(folder);
    expect(tmp.startsWith(join(folder, 'unit-2-1'))).toBe(false);
    expect(statSync(tmp).mode & 0o7777).toBe(0o1777);
  });

  it('of a unit have it even where the agent’s folder is inside the machine’s /tmp', async () => {
    const mounted = mkdtempSync('/tmp/assay-mounted-');
    try {
      const { reach } = await hostWith(mounted).ofUnit(join(folder, 'unit-3-1'));
      const [, tmp = ''] = reach?.folders ?? [];
      expect(reach?.outside('/tmp/1.png')).toBe(join(tmp, '1.png'));
      expect(reach?.outside(join(mounted, '1.png'))).toBe(join(mounted, '1.png'));
      // Otherwise the engine makes it, and the agent cannot remove it.
      expect(existsSync(join(tmp, mounted.slice('/tmp'.length)))).toBe(true);
    } finally {
      rmSync(mounted, { recursive: true });
    }
  });
});

describe('the end of a container', () => {
  it.each([
    [0, true, { exitCode: 0, signal: null }],
    [1, true, { exitCode: 1, signal: null }],
    [137, true, { exitCode: null, signal: 'SIGKILL' }],
    [143, true, { exitCode: null, signal: 'SIGTERM' }],
    [255, true, { exitCode: 255, signal: null }],
    // As the shell of a command line reports it.
    [137, false, { exitCode: 137, signal: null }],
  ])('with %i, without a shell: %s', (exitCode, direct, end) => {
    expect(fateOf({ exitCode, signal: null }, direct)).toEqual(end);
  });
});
