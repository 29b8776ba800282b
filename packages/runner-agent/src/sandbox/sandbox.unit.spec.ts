import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { ProjectId, TestRunId } from '@assay/contract';
import { pino } from 'pino';
import { eventually } from '../../../../test/support/eventually.ts';
import { canMount } from '../../../../test/support/smallDisk.ts';
import { networkTools } from '../../test/isolationWays.ts';
import type { AssignedRun } from '../connection/assignedWork.ts';
import { makeProjectFolder } from '../workspace/projectFolder.ts';
import { Sandbox } from './sandbox.ts';
import { findSeparation } from './separation.ts';

async function openRunIn(sandbox: Sandbox, folder: string) {
  const run = { projectId: randomUUID() as ProjectId, testRunId: randomUUID() as TestRunId } as AssignedRun;
  const workspace = join(folder, 'workspaces', run.testRunId);
  mkdirSync(workspace, { recursive: true });
  const opened = await sandbox.open(run, workspace);
  const { uid } = statSync((await makeProjectFolder(folder, run)).path);
  return { opened, as: (script: string) => execFileSync('/bin/sh', ['-c', script], { uid, gid: uid, cwd: '/' }) };
}

/** @returns the names of the programs that this process has started and that run */
function startedPrograms(): string[] {
  const ids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return ids.map((id) => readFileSync(`/proc/${id}/comm`, 'utf8').trim());
}

/** The program, which its variants for some processors name otherwise. */
const pasta = /pas(ta|st)/;

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

(isRoot && canMount ? describe : describe.skip)(
  'runs of projects with users of their own (needs root on Linux)',
  () => {
    it('remove what another project kept in a folder of theirs once its run has ended', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'assay-sandbox-'));
      const shared = `/tmp/assay-shared-${randomUUID()}`;
      const separation = await findSeparation('user', folder);
      if (typeof separation === 'string') throw new Error(separation);
      const sandbox = await Sandbox.open(folder, separation, [], pino({ level: 'silent' }));
      const openRun = () => openRunIn(sandbox, folder);
      try {
        const [one, two] = [await openRun(), await openRun()];
        one.as(`mkdir -m 777 ${shared}`);
        two.as(`mkdir ${shared}/held && echo x > ${shared}/held/file`);
        // Like processes of the other project that fill it again and again.
        execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', join(shared, 'held')]);
        await one.opened.close();
        expect(existsSync(shared)).toBe(true);
        execFileSync('umount', [join(shared, 'held')]);
        await two.opened.close();
        await eventually(() => !existsSync(shared));
      } finally {
        await sandbox.close();
        rmSync(folder, { recursive: true, force: true });
        rmSync(shared, { recursive: true, force: true });
      }
    });

    const network = networkTools;
    (typeof network === 'string' ? it.skip : it)(
      'leave no network of their own where what they leave cannot be searched (needs pasta)',
      async () => {
        const folder = mkdtempSync(join(tmpdir(), 'assay-sandbox-'));
        const separation = await findSeparation('user', folder);
        if (typeof separation === 'string') throw new Error(separation);
        const sandbox = await Sandbox.open(folder, separation, [], pino({ level: 'silent' }));
        const find = join(folder, 'find');
        const { PATH } = process.env;
        try {
          const { opened } = await openRunIn(sandbox, folder);
          expect(startedPrograms().join()).toMatch(pasta);
          // As does a lack of memory, such a program makes Node throw at once.
          writeFileSync(find, `#!${find}\n`, { mode: 0o755 });
          process.env.PATH = [folder, PATH].join(delimiter);
          await expect(opened.close()).rejects.toThrow('spawn');
          expect(startedPrograms().join()).not.toMatch(pasta);
        } finally {
          process.env.PATH = PATH;
          await sandbox.close();
          rmSync(folder, { recursive: true, force: true });
        }
      },
    );
  },
);
