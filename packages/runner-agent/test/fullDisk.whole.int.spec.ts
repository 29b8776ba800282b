import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectId } from '@assay/contract';
import { canMount, type SmallDisk, smallDisk } from '../../../test/support/smallDisk.ts';
import { plainProcesses } from '../src/isolation/isolationSettings.ts';
import { AgentBench } from './agentBench.ts';
import { isEngine, isolationWays } from './isolationWays.ts';

const megabyte = 1024 * 1024;
const its = canMount ? it : it.skip;

describe('a run that fills the disk of its agent', () => {
  its('is ended and removed, so that the next run passes (needs the right to mount)', async () => {
    const bench = new AgentBench();
    const disk = smallDisk(48);
    const workDir = disk.folder;
    try {
      await bench.open({ workDir, minFreeDisk: 32 * megabyte });
      const junit = '<testsuite><testcase classname="a" name="b"/></testsuite>';
      const gitUrl = bench.repository({ 'package.json': '{}', 'fill.sh': 'cat /dev/zero > fill\nsleep 600\n' });
      const settings = { gitUrl, testingFramework: 'Other' as const, resultFiles: ['*.xml'] };
      const filling = bench.order({ ...settings, testCommand: 'sh fill.sh' });
      const { problem } = await bench.outcomeOf(filling);
      expect(problem).toMatchObject({ code: 'workspace.diskFull', message: expect.stringContaining('this run') });
      const folder = join(workDir, 'workspaces', filling.testRunId);
      await bench.service.until(() => !existsSync(folder), 'the removal of the run');
      const next = bench.order({ ...settings, testCommand: `echo '${junit}' > r.xml` });
      const outcome = await bench.outcomeOf(next);
      expect(outcome.problem).toBeNull();
      expect(Object.values(outcome.statuses)).toEqual(['PASS']);
      expect(bench.service.violations).toEqual([]);
    } finally {
      await bench.stopAgent();
      disk.unmount();
      await bench.close();
    }
  });
});

describe('a trial that fills the disk of its agent', () => {
  its('is ended, removed and says so (needs the right to mount)', async () => {
    const bench = new AgentBench();
    const disk = smallDisk(48);
    try {
      await bench.open({ workDir: disk.folder, minFreeDisk: 32 * megabyte });
      const gitUrl = bench.repository({ 'package.json': '{}', 'fill.sh': 'cat /dev/zero > fill\nsleep 600\n' });
      const settings = { gitUrl, testingFramework: 'Other' as const, testCommand: 'true', buildCommand: 'sh fill.sh' };
      const filling = bench.order(settings, { trial: true });
      const lease = bench.service.startRun(filling);
      await bench.service.untilRunEnded(filling.testRunId);
      expect(bench.service.trials.get(lease)?.problem?.code).toBe('workspace.diskFull');
      const folder = join(disk.folder, 'workspaces', filling.testRunId);
      await bench.service.until(() => !existsSync(folder), 'the removal of the trial');
    } finally {
      await bench.stopAgent();
      disk.unmount();
      await bench.close();
    }
  });
});

describe.each(isolationWays.filter(([way]) => !isEngine(way)))(
  'what projects store outside of their runs, isolated by %s',
  (way, usable, needs) => {
    const own = canMount && usable ? it : it.skip;
    const junit = '<testsuite><testcase classname="a" name="b"/></testsuite>';
    const settings = { testingFramework: 'Other' as const, resultFiles: ['*.xml'] };
    let bench: AgentBench;
    let disk: SmallDisk;
    beforeEach(async () => {
      bench = new AgentBench();
      if (!canMount || !usable) return;
      disk = smallDisk(64, { files: 20_000 });
      const isolation = { ...plainProcesses, ways: [way] };
      await bench.open({ workDir: join(disk.folder, 'work'), minFreeDisk: 32 * megabyte, isolation });
    });
    afterEach(async () => {
      await bench.close();
      disk?.unmount();
    });

    function orderOf(project: string, testCommand: string) {
      const gitUrl = bench.repository({ 'package.json': '{}' });
      return bench.order({ ...settings, gitUrl, testCommand }, { projectId: project as ProjectId });
    }

    const filesInHome = (count: number) => `mkdir "$HOME/many"; (cd "$HOME/many"; seq 1 ${count} | xargs touch)`;

    own.each([
      ['bytes', 'head -c 40000000 /dev/zero > "$HOME/cache"'],
      ['files', filesInHome(18_700)],
    ])(`do not keep others from running by their %s (needs ${needs}, the right to mount)`, async (_, fill) => {
      const heavy = orderOf('heavy', `echo '${junit}' > r.xml; ${fill}`);
      expect((await bench.outcomeOf(heavy)).problem).toBeNull();
      bench.service.finishedRuns.add(heavy.testRunId);
      const next = await bench.outcomeOf(orderOf('other', `echo '${junit}' > r.xml`));
      expect(next.problem).toBeNull();
      expect(Object.values(next.statuses)).toEqual(['PASS']);
    });

    own.each([
      ['bytes', 'cat /dev/zero > "$HOME/cache"'],
      ['files', filesInHome(20_000)],
    ])(`end the run that fills the disk by their %s (needs ${needs}, the right to mount)`, async (_, fill) => {
      const filling = orderOf('filling', `${fill}; sleep 600`);
      const { problem } = await bench.outcomeOf(filling);
      expect(problem).toMatchObject({ code: 'workspace.diskFull', message: expect.stringContaining('this run') });
      const next = await bench.outcomeOf(orderOf('other', `echo '${junit}' > r.xml`));
      expect(next.problem).toBeNull();
      expect(Object.values(next.statuses)).toEqual(['PASS']);
    });
  },
);
