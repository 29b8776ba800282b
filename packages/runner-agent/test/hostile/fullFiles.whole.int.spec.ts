import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectId } from '@assay/contract';
import { canMount, type SmallDisk, smallDisk } from '../../../../test/support/smallDisk.ts';
import { ContainedBench } from '../containedBench.ts';
import { hostileWays } from './hostileBench.ts';

const result = '<testsuite><testcase classname="a" name="b"/></testsuite>';
/** Takes all files that the disk may have, until it is ended. */
const fill = 'n=0; while true > "file-$n"; do n=$((n+1)); done 2>/dev/null; echo no more files; exec sleep 600';

describe.each(hostileWays)('a run that takes all files of the disk of its agent, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const its = usable && canMount ? it : it.skip;
  let bench: ContainedBench;
  let disk: SmallDisk;
  beforeAll(async () => {
    if (!usable || !canMount) return;
    bench = await ContainedBench.listen('');
    disk = smallDisk(64, { files: 2000 });
  });
  afterAll(async () => {
    await bench?.close();
    disk?.unmount();
  });

  its(`ends neither the agent nor the runs after it (needs ${needs}, and the right to mount)`, async () => {
    const agent = bench.start(['--isolate', name, '--capacity', '2'], {}, disk.folder);
    const gitUrl = bench.repository({ 'package.json': '{}', 'fill.sh': `${fill}\n` });
    const orderOf = (testCommand: string) =>
      bench.order(
        { gitUrl, testingFramework: 'Other', resultFiles: ['*.xml'], testCommand },
        { projectId: `project-${randomUUID()}` as ProjectId },
      );
    const passing = () => orderOf(`echo '${result}' > r.xml`);
    const filling = orderOf('sh fill.sh');
    bench.service.startRun(filling);
    const isFull = () => [...bench.service.logs.values()].some((log) => log.includes('no more files'));
    await bench.service.until(isFull, 'the disk to have no more files');

    const during = passing();
    bench.service.startRun(during);
    // Whether a file is left to report it with depends on what the agent has open.
    const isGivenUp = () => agent.said.all.includes(`${during.testRunId}.0.1","msg":"the unit cannot be reported`);
    const isReported = () => bench.service.unitsOf(during.testRunId).some(({ state }) => state === 'completed');
    const isOver = () => isGivenUp() || isReported();
    await Promise.race([bench.service.until(isOver, 'the next run to be given up, or reported'), agent.ended]);
    expect(agent.child.exitCode).toBeNull();
    for (const unit of bench.service.unitsOf(filling.testRunId)) unit.state = 'canceled';
    bench.service.finishedRuns.add(filling.testRunId);
    const folder = join(disk.folder, 'workspaces', filling.testRunId);
    await bench.service.until(() => !existsSync(folder), 'the removal of the run');
    const after = await Promise.race([bench.outcomeOf(passing()), agent.ended]);
    expect(after).toMatchObject({ problem: null, statuses: { b: 'PASS' } });
    expect(agent.child.exitCode).toBeNull();
  });
});
