import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
});
