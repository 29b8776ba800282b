import {
  appendFile,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EnvironmentView, TestRunView } from '@assay/contract';
import { startMongo } from '@assay/embedded-mongo';
import { loadMasterKey, openOperations } from '@assay/operations';
import { keepWriting } from '../faults/keepWriting.ts';
import { startBuilt } from '../support/builtProcess.ts';
import { signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject, finishedRun, outcomesOf, resultsOf, startRun } from '../support/runs.ts';
import { makeSteadyTests, type SteadyTests, steadyOutcomes, steadyProject } from '../support/steadyTests.ts';

const order = { project: steadyProject.key, environment: 'staging', runners: 2 };

async function run(bundle: string, dataDir: string, ...args: string[]) {
  const command = startBuilt(bundle, args, { env: { ASSAY_DATA_DIR: dataDir } });
  return { code: await command.ended, said: command.lines.join('\n') };
}

describe('a backup', () => {
  let folder: string;
  let tree: string;
  let repository: SteadyTests;
  let installation: Installation;
  let restored: Installation | undefined;
  let finished: TestRunView;
  let interrupted: string;
  let written: string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-backups-'));
    tree = join(folder, 'backups');
    repository = await makeSteadyTests();
    installation = await startInstallation();
    const owner = await signIn(installation.url, admin);
    await createEnvironment(owner, { key: 'staging', name: 'Staging' });
    await createProject(owner, { ...steadyProject, gitUrl: repository.path });
    finished = await finishedRun(owner, await startRun(owner, order));
    await repository.hold();
    interrupted = await startRun(owner, order);
    await eventually(async () => (await owner.get<TestRunView>(`/test-runs/${interrupted}`)).status === 'RUNNING');
    const before = keepWriting(owner, 'before');
    await eventually(async () => (await owner.get<EnvironmentView[]>('/environments')).length > 5);
    ({ keys: written } = await before.stop());
  });
  afterAll(async () => {
    await restored?.stop();
    await installation.stop();
    await installation.remove();
    await repository.remove();
    await rm(folder, { recursive: true });
  });
  const backups = async () => (await readdir(tree)).sort();
  const dataDir = () => join(folder, 'restored');

  it('is made while the service is running, and again without copying blobs twice', async () => {
    const owner = await signIn(installation.url, admin);
    const during = keepWriting(owner, 'during');
    const first = await run('backup', installation.dataDir, '--to', tree);
    expect([first.code, first.said]).toEqual([0, expect.stringContaining('Backed up to')]);
    const [name = ''] = await backups();
    const second = await run('backup', installation.dataDir, '--to', tree, '--without-master-key');
    const { keys, refusals } = await during.stop();
    expect([keys.length > 0, refusals]).toEqual([true, []]);
    expect([second.code, second.said]).toEqual([0, expect.stringMatching(/The master key is not in it/)]);
    expect(second.said).toMatch(/(\d+) blobs, of which [1-9]\d* were in the last backup already/);
    const [group = ''] = await readdir(join(tree, name, 'blobs'));
    const [blob = ''] = await readdir(join(tree, name, 'blobs', group));
    expect((await stat(join(tree, name, 'blobs', group, blob))).nlink).toBe(2);
    await expect(stat(join(tree, (await backups())[1] ?? '', 'master.key'))).rejects.toThrow('ENOENT');
    expect(await run('restore', installation.dataDir, '--from', tree)).toEqual({
      code: 1,
      said: expect.stringContaining(`Assay runs on ${installation.dataDir}. Stop it first.`),
    });
    expect(await installation.stop()).toBe(0);
  });

  it('is refused when it is incomplete or damaged, and nothing is overwritten', async () => {
    const [first = ''] = await backups();
    const broken = join(folder, 'broken');
    await mkdir(broken);
    expect((await run('restore', dataDir(), '--from', broken)).said).toContain(`There is no backup in ${broken}.`);
    const passing = join(tree, first, 'manifest.json');
    await rename(passing, join(folder, 'manifest.json'));
    expect((await run('restore', dataDir(), '--from', join(tree, first))).said).toContain('was not finished');
    await rename(join(folder, 'manifest.json'), passing);
    expect((await run('restore', installation.dataDir, '--from', join(tree, first))).said).toContain('is not empty');

    const file = join(tree, first, 'eventstore/events.mdb');
    const bytes = await readFile(file);
    await appendFile(file, 'x');
    const damaged = await run('restore', dataDir(), '--from', join(tree, first));
    expect(damaged).toEqual({ code: 1, said: expect.stringContaining('is damaged: eventstore/events.mdb') });
    await expect(readdir(dataDir())).rejects.toThrow('ENOENT');
    await writeFile(file, bytes);
  });

  it('brings back runs, results and people; unfinished runs are canceled, and work goes on', async () => {
    const [first = ''] = await backups();
    const { code, said } = await run('restore', dataDir(), '--from', join(tree, first));
    expect([code, said]).toEqual([0, expect.stringContaining(`Restored to ${dataDir()}.`)]);
    restored = await startInstallation({ dataDir: dataDir() });
    const caller = await signIn(restored.url, admin);
    // Its pages are built from the log, from the beginning.
    const found = await finishedRun(caller, finished.id);
    expect(found).toMatchObject({ status: finished.status, passCount: finished.passCount });
    expect(outcomesOf(await resultsOf(caller, finished.id))).toEqual(steadyOutcomes);
    expect(await finishedRun(caller, interrupted)).toMatchObject({ status: 'CANCELED' });
    const keys = (await caller.get<EnvironmentView[]>('/environments')).map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(written));
    await repository.letGo();
    const next = await finishedRun(caller, await startRun(caller, order));
    expect(outcomesOf(await resultsOf(caller, next.id))).toEqual(steadyOutcomes);
    expect(await restored.stop()).toBe(0);
  });

  it('is recommended by `verify` when something is wrong with the data, stopped or running', async () => {
    const compacted = await run('compact', dataDir());
    expect([compacted.code, compacted.said]).toEqual([
      0,
      expect.stringMatching(/^event log: [\s\S]*\ndocument store: /m),
    ]);
    const well = await run('verify', dataDir());
    expect([well.code, well.said]).toEqual([0, expect.stringMatching(/All is well\.$/)]);
    expect(well.said).toMatch(/event log: \d+ events in \d+ streams\n/);
    expect(well.said).toMatch(/[1-9]\d* blobs are there, each with its hash\n\d+ read models are of this log\n/);
    // All of them: nothing names a blob that came just before the backup, and its run later.
    const blobs = (await readdir(join(dataDir(), 'blobs'), { recursive: true })).filter((name) => name.length > 60);
    const aside = join(folder, 'blobs');
    await cp(join(dataDir(), 'blobs'), aside, { recursive: true });
    for (const blob of blobs) await rm(join(dataDir(), 'blobs', blob));
    const file = join(dataDir(), 'eventstore/events.mdb');
    const bytes = await readFile(file);
    const mark = bytes.indexOf('EventLogOpened');
    bytes[mark] = 0x58;
    await writeFile(file, bytes);
    const { code, said } = await run('verify', dataDir());
    expect([code, said]).toEqual([1, expect.stringMatching(/WRONG: .*damaged/)]);
    expect(said).toMatch(/problems in .* The last backup is of .*: npm run restore -- --from .* --replace$/);
    bytes[mark] = 'E'.charCodeAt(0);
    await writeFile(file, bytes);
    expect((await run('verify', dataDir())).said).toMatch(/blob [0-9a-f]{64}, which .* names, is missing/);
    for (const blob of blobs) {
      await copyFile(join(aside, blob), join(dataDir(), 'blobs', blob));
      await appendFile(join(dataDir(), 'blobs', blob), 'x');
    }
    expect((await run('verify', dataDir())).said).toMatch(/blob [0-9a-f]{64}, which .* names, is damaged/);
  });

  it('does not bring back a key that was erased later', async () => {
    const [first = ''] = await backups();
    const withKeys = async <Found>(
      use: (keys: Awaited<ReturnType<typeof openOperations>>['keys']) => Promise<Found>,
    ) => {
      const store = await startMongo({ port: 0, dataDir: join(dataDir(), 'mongo') });
      const operations = await openOperations({
        mongoUrl: store.url,
        masterKey: await loadMasterKey(dataDir()),
        blobDir: join(dataDir(), 'blobs'),
      });
      const found = await use(operations.keys);
      await operations.close();
      await store.stop();
      return found;
    };
    const { createdBy } = finished;
    const keyId = `user:${createdBy?.id}`;
    expect(await withKeys((keys) => keys.find(keyId))).not.toBeNull();
    await withKeys((keys) => keys.erase(keyId));
    const { code, said } = await run('restore', dataDir(), '--from', join(tree, first), '--replace');
    expect([code, said]).toEqual([0, expect.stringContaining('1 keys had been erased after the backup')]);
    expect(said).toMatch(/The previous content is in .*before-restore-/);
    expect(await withKeys((keys) => keys.find(keyId))).toBeNull();
  });
});
