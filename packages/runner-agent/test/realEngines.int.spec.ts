import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LeaseId } from '@assay/contract';
import type { AssignedRun } from '../src/connection/assignedWork.ts';
import { ContainedBench } from './containedBench.ts';
import { canRun, MadeImage } from './realEngines.ts';

const steps = `
const fs = require('node:fs');
const { spawn } = require('node:child_process');
const { Given } = require('@cucumber/cucumber');
const tried = (what) => { try { return what(); } catch (error) { return error.code; } };
Given('it tells', () => {
  console.log('token', process.env.TOKEN, 'key', JSON.stringify(process.env.KEY));
  console.log('file', fs.readFileSync(process.env.KEYFILE, 'utf8'));
  fs.writeFileSync('shot.txt', 'from within');
  console.log('[[ATTACHMENT|shot.txt]]');
});
Given('it looks around', () => {
  const { WORK } = process.env;
  console.log(JSON.stringify({
    rights: fs.readFileSync('/proc/self/status', 'utf8').match(/^(CapEff|CapBnd|NoNewPrivs):.*/gm).join(' '),
    folders: ['', '/workspaces', '/projects'].map((folder) => fs.readdirSync(WORK + folder).length),
    agent: tried(() => fs.readFileSync(WORK + '/agent-id', 'utf8')),
    engine: ['/var/run/docker.sock', '/run/docker.sock', '/run/podman/podman.sock'].filter((path) => fs.existsSync(path)),
    processes: fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).length,
    environment: fs.readFileSync('/proc/1/environ', 'utf8').includes('ASSAY_AGENT_TOKEN'),
    reporters: tried(() => fs.writeFileSync(require.resolve('@cucumber/cucumber'), '')),
    kernel: tried(() => fs.writeFileSync('/proc/sys/kernel/hostname', '')),
  }));
});
Given('it forks', { timeout: -1 }, async () => {
  const children = [];
  for (let refused = null; !refused && children.length < 200; ) {
    const child = spawn('sh', ['-c', 'read line'], { stdio: ['pipe', 'ignore', 'ignore'] });
    refused = await new Promise((resolve) => child.once('spawn', () => resolve(null)).once('error', resolve));
    if (refused) console.log('refused', refused.code);
    children.push(child);
  }
  for (const child of children) child.kill('SIGKILL');
});
Given('it eats', { timeout: -1 }, async () => {
  for (const all = []; ; await new Promise(setImmediate)) all.push(Buffer.alloc(16e6, 1));
});
Given('it hangs', { timeout: -1 }, async () => {
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  spawn(process.execPath, ['-e', deaf], { stdio: 'ignore', detached: true });
  process.on('SIGTERM', () => {});
  console.log('it hangs now');
  await new Promise((resolve) => setTimeout(resolve, 1e9));
});
`;

/** An engine on a busy machine takes its time; alone, all of it takes seconds. */

for (const engine of ['docker', 'podman'] as const) {
  (canRun(engine) ? describe : describe.skip)(`containers of ${engine} itself (needs it, and rights to use it)`, () => {
    let image: MadeImage;
    let bench: ContainedBench;
    let work: string;
    beforeAll(() => {
      image = new MadeImage(engine, ['node', 'sh', 'rm']);
    });
    afterAll(() => image.remove());
    beforeEach(async () => {
      bench = await ContainedBench.listen(steps);
      // Many paths have a blank and a comma.
      work = mkdtempSync(join(bench.folder, 'an agent, '));
    });
    afterEach(async () => {
      await bench.close();
    });

    const start = (folder: string, ...args: string[]) =>
      bench.start(['--isolate', engine, '--image', image.name, ...args], {}, folder);

    /** Names of the containers of the agent in the folder, running or not. */
    function containersOf(folder: string): string[] {
      const label = `label=assay.agent=${readFileSync(join(folder, 'containers-label'), 'utf8').trim()}`;
      const said = execFileSync(engine, ['ps', '--all', '--filter', label, '--format', '{{.Names}}'], {
        encoding: 'utf8',
      });
      return said.split('\n').filter(Boolean);
    }

    async function startHanging(mark: string): Promise<LeaseId> {
      const variables = [{ key: 'MARK', value: mark, encrypted: false, file: false }];
      const order = bench.orderOf(['it hangs'], { variables });
      bench.service.startRun(order);
      const hangs = () => [...bench.service.logs].some(([log, text]) => isOf(order, log) && text.includes('hangs now'));
      await bench.service.until(hangs, 'the test to hang');
      // The test and the process that it started.
      expect(processesOf(mark)).toHaveLength(2);
      return `${order.testRunId}.1.1` as LeaseId;
    }

    it('run tests with everything they need, nothing else of the machine, and within limits', async () => {
      start(work, '--container-memory-mb', '300', '--container-pids', '64');
      const variables = [
        { key: 'TOKEN', value: 's3cr3t-value', encrypted: true, file: false },
        { key: 'KEY', value: "it's line one\nand two", encrypted: false, file: false },
        { key: 'KEYFILE', value: 'contents of a secret file', encrypted: true, file: true },
        { key: 'WORK', value: work, encrypted: false, file: false },
      ];
      const scenarios = ['it tells', 'it looks around', 'it forks', 'it eats'];
      const installCommand = 'node -e "console.log(\'in\', process.cwd())"';
      const order = bench.orderOf(scenarios, { variables }, { installCommand });
      const finals = await bench.run(order);
      const repository = join(work, 'workspaces', order.testRunId, 'repository');
      expect(bench.service.logs.get(`${order.testRunId}/setup`)).toContain(`in ${repository}\n`);

      // 1. What goes in, and what comes out.
      const tells = finals.get('it tells');
      expect(tells).toMatchObject({ status: 'PASS', artifacts: [{ name: 'shot.txt', size: 11 }] });
      expect(tells?.output).toContain(`token *** key ${JSON.stringify("it's line one\nand two")}`);
      expect(tells?.output).toContain('file ***');
      expect(statSync(join(repository, 'shot.txt')).uid).toBe(process.getuid?.());
      // 2. What is withheld.
      const [seen = ''] = finals.get('it looks around')?.output?.match(/^\{.*\}$/m) ?? [];
      expect(JSON.parse(seen)).toEqual({
        rights: 'CapEff:\t0000000000000000 CapBnd:\t0000000000000000 NoNewPrivs:\t1',
        folders: [2, 1, 1],
        agent: 'ENOENT',
        engine: [],
        processes: expect.any(Number),
        environment: false,
        reporters: 'EROFS',
        kernel: 'EROFS',
      });
      expect(JSON.parse(seen).processes).toBeLessThan(5);
      // 3. The limits.
      expect(finals.get('it forks')).toMatchObject({
        status: 'PASS',
        output: expect.stringContaining('refused EAGAIN'),
      });
      expect(finals.get('it eats')?.error).toMatch(
        engine === 'docker'
          ? /\(signal SIGKILL: its container needed more than the 300 MB of memory that it may have\)/
          : /\(signal SIGKILL: perhaps for lack of memory, as its container may have 300 MB\)/,
      );
      expect(containersOf(work)).toEqual([]);
    });

    it('end with a canceled unit, and at the next start of a killed agent, but not of another one', async () => {
      const [canceled, left] = [randomUUID(), randomUUID()];
      const { child, ended } = start(work);
      const lease = await startHanging(canceled);
      expect(containersOf(work)).toHaveLength(1);
      bench.service.unit(lease).state = 'canceled';
      const gone = () => containersOf(work).length === 0 && processesOf(canceled).length === 0;
      await bench.service.until(gone, 'the canceled test to be gone');

      await startHanging(left);
      child.kill('SIGKILL');
      await ended;
      const other = start(join(bench.folder, 'other'));
      await bench.service.until(() => other.said.all.includes('joined'), 'the other agent to join');
      expect(processesOf(left)).toHaveLength(2);
      const again = start(work);
      await bench.service.until(() => again.said.all.includes('joined'), 'the agent to join again');
      expect(containersOf(work)).toEqual([]);
      expect(processesOf(left)).toEqual([]);
    });

    it('that cannot be created are reported in a sentence', async () => {
      const bare = [new MadeImage(engine, ['rm']), new MadeImage(engine, ['sh', 'rm'])];
      try {
        start(work);
        const problems = [];
        for (const name of [...bare.map((each) => each.name), 'localhost:1/not/there:1']) {
          const variables = [{ key: 'ASSAY_IMAGE', value: name, encrypted: false, file: false }];
          const order = bench.orderOf(['it tells'], { variables });
          await bench.run(order);
          problems.push(bench.problemOf(order));
        }
        const [noShell, noNode, missing] = problems;
        expect(noShell).toMatchObject({
          code: 'image.unusable',
          message: expect.stringContaining('needs a shell'),
        });
        expect(noNode).toMatchObject({ code: 'framework.notFound', message: expect.stringContaining('has no Node') });
        expect(missing).toMatchObject({
          code: 'image.notFound',
          message: expect.stringMatching(/localhost:1\/not\/there:1 cannot be had: .*localhost:1/s),
        });
        expect(containersOf(work)).toEqual([]);
      } finally {
        for (const each of bare) each.remove();
      }
    });
  });
}

const isOf = ({ testRunId }: AssignedRun, log: string) => log.startsWith(`${testRunId}/`);

/** @returns processes of this machine, in containers or not, whose environment contains the mark. */
function processesOf(mark: string): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((id) => {
    try {
      const [, state] = readFileSync(`/proc/${id}/stat`, 'utf8').match(/\) (\w)/) ?? [];
      return state !== 'Z' && readFileSync(`/proc/${id}/environ`, 'utf8').includes(`MARK=${mark}`);
    } catch {
      return false;
    }
  });
}
