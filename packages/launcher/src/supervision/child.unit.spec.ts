import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endsWhenTold, lastWords, seeEndFirst } from '../../../../test/support/endSeenFirst.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { type ChildSpec, superviseChild } from './child.ts';

/** Prints how large its heap may become, in MB, and runs on. */
const script = `
import { getHeapStatistics } from 'node:v8';
console.log('heap ' + Math.round(getHeapStatistics().heap_size_limit / 1024 ** 2));
setInterval(() => undefined, 1000);
`;

describe('a child of the launcher', () => {
  let distDir: string;
  beforeEach(async () => {
    distDir = await mkdtemp(join(tmpdir(), 'assay-child-'));
    await writeFile(join(distDir, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(join(distDir, 'heap.js'), script);
  });
  afterEach(() => rm(distDir, { recursive: true }));

  async function heapLimit(more: Partial<ChildSpec>): Promise<number> {
    const lines: string[] = [];
    const child = superviseChild({
      spec: { name: 'heap', bundle: 'heap', args: [], env: {}, ready: /^heap/, ...more },
      distDir,
      say: () => undefined,
      show: (line) => lines.push(line),
      onChange: async () => undefined,
    });
    await child.ready;
    await child.stop();
    return Number(lines[0]?.slice('heap '.length));
  }

  it('has a heap of modest size where it is to keep it small, and never a larger one than by default', async () => {
    const usual = await heapLimit({});
    const small = await heapLimit({ keepsHeapSmall: true });
    // The limit of the part for what is young, some 50 MB, comes on top.
    expect(small).toBeLessThan(2_100);
    expect(small).toBeLessThan(usual + 100);
  });

  it('has the heap that who runs the service asks for', async () => {
    const env = { NODE_OPTIONS: '--max-old-space-size=3000' };
    expect(await heapLimit({ keepsHeapSmall: true, env })).toBeGreaterThanOrEqual(3_000);
  });

  it.each(['while it runs', 'while it waits to be started again'])(
    'starts again when it is ordered to, %s',
    async (when) => {
      const ended: string[] = [];
      const child = superviseChild({
        spec: { name: 'heap', bundle: 'heap', args: [], env: {}, ready: /^heap/ },
        distDir,
        say: (line) => ended.push(line),
        onChange: async () => undefined,
      });
      await child.ready;
      const first = child.pid();
      if (first !== undefined && when !== 'while it runs') {
        process.kill(first, 'SIGKILL');
        await eventually(() => child.pid() === undefined);
      }
      await Promise.all([child.restart(), child.restart()]);
      expect(child.pid()).not.toBe(first);
      await eventually(() => ended.at(-1) === 'heap is back');
      await child.stop();
      expect(child.pid()).toBeUndefined();
    },
  );

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('says why it does not start where its end is seen before its last words are read', async () => {
    const run = `import { execFileSync } from 'node:child_process';
      try { execFileSync('sh', ['-c', process.env.SCRIPT], { stdio: 'inherit' }); } catch { process.exitCode = 1; }`;
    await writeFile(join(distDir, 'heap.js'), run);
    const child = superviseChild({
      spec: { name: 'heap', bundle: 'heap', args: [], env: { SCRIPT: endsWhenTold(distDir) }, ready: /^heap/ },
      distDir,
      say: () => undefined,
      onChange: async () => undefined,
    });
    const failed = expect(child.ready).rejects.toThrow(lastWords);
    await seeEndFirst(distDir, child.pid());
    await failed;
  });

  it('says why it does not start again after an order', async () => {
    const said: string[] = [];
    const child = superviseChild({
      spec: { name: 'heap', bundle: 'heap', args: [], env: {}, ready: /^heap/ },
      distDir,
      say: (line) => said.push(line),
      onChange: async () => undefined,
    });
    await child.ready;
    await writeFile(join(distDir, 'heap.js'), "throw new Error('broken at the start');");
    await child.restart();
    await child.stop();
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^heap does not start:\n[\s\S]*broken at the start/);
  });
});
