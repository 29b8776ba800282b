import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endingProgram } from './startCheck.ts';

const runsHere = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);

describe('the program by which an engine shows that it starts containers', () => {
  (runsHere ? it : it.skip)('ends at once and in order (on Linux, x64 or arm64)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-ending-'));
    try {
      const path = join(folder, 'sh');
      writeFileSync(path, endingProgram(process.arch), { mode: 0o755 });
      expect(spawnSync(path, ['-c', ''], { env: {} })).toMatchObject({
        status: 0,
        signal: null,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each(['x64', 'arm64'])('is small for %s', (arch) => {
    expect(endingProgram(arch).length).toBeLessThan(200);
  });
});
