import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestRunId } from '@assay/contract';
import { openMachineFiles } from '../../test/machineFiles.ts';
import type { ServiceClient } from '../connection/serviceClient.ts';
import type { ProcessHosts } from '../process/processHost.ts';
import { secretFilesIn } from './testEnvironment.ts';
import { Workspaces } from './workspaces.ts';

describe('the workspaces that a killed agent has left', () => {
  const files = openMachineFiles();
  const remove = (folder: string) => files.remove(folder);
  let workDir: string;
  beforeEach(async () => {
    workDir = await mkdtemp(join(tmpdir(), 'workspaces-'));
  });
  afterEach(() => rm(workDir, { recursive: true, force: true }));

  it('lose the files of variables, and nothing else', async () => {
    const runs = ['0197f0c0-0000-7000-8000-000000000001', '0197f0c0-0000-7000-8000-000000000002'];
    for (const run of runs) {
      const folder = join(workDir, 'workspaces', run);
      await mkdir(secretFilesIn(folder), { recursive: true });
      await writeFile(join(secretFilesIn(folder), 'one'), 'secret');
      await mkdir(join(folder, 'repository'));
      await writeFile(join(folder, 'repository', 'variables'), 'of the project itself');
    }
    const workspaces = new Workspaces(workDir, {} as ServiceClient, { remove } as ProcessHosts);
    expect((await workspaces.runs()).toSorted()).toEqual(runs);
    await workspaces.removeSecrets();
    for (const run of runs) {
      expect(await readdir(join(workDir, 'workspaces', run), { recursive: true })).toEqual([
        'repository',
        join('repository', 'variables'),
      ]);
    }
  });
});

describe('removals of runs', () => {
  const run = '0197f0c0-0000-7000-8000-000000000001' as TestRunId;
  let workDir: string;
  beforeEach(async () => {
    workDir = await mkdtemp(join(tmpdir(), 'workspaces-'));
    await mkdir(join(workDir, 'workspaces', run), { recursive: true });
  });
  afterEach(() => rm(workDir, { recursive: true, force: true }));

  it('are waited for until they end, or no longer than told', async () => {
    let endRemoval: () => void = () => undefined;
    const removal = new Promise<void>((resolve) => {
      endRemoval = resolve;
    });
    const workspaces = new Workspaces(workDir, {} as ServiceClient, { remove: (_: string) => removal } as ProcessHosts);
    const removed = workspaces.remove(run);
    const seen: string[] = [];
    const ended = workspaces.removalsEnded(new AbortController().signal).then(() => seen.push('ended'));
    await workspaces.removalsEnded(AbortSignal.abort()).then(() => seen.push('given up'));
    expect(seen).toEqual(['given up']);
    endRemoval();
    await Promise.all([ended, removed]);
    await workspaces.removalsEnded(new AbortController().signal);
    expect(seen).toEqual(['given up', 'ended']);
  });
});
