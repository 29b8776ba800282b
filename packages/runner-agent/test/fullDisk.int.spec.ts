import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { canMount, smallDisk } from '../../../test/support/smallDisk.ts';
import { AgentBench } from './agentBench.ts';

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
