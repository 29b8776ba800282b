import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { eventually } from '../../test/support/eventually.ts';
import { hasEnded } from '../../test/support/processesOf.ts';

const endWithNpm = pathToFileURL(join(import.meta.dirname, 'endWithNpm.mjs'));
const script = `
import { endWithNpm } from '${endWithNpm}';
endWithNpm();
process.on('SIGTERM', () => process.exit(0));
setInterval(() => undefined, 1000);
console.log('runs as ' + process.pid);
`;

describe('what npm has started', () => {
  let folder: string;
  let npm: ChildProcess;
  let pid: number;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-npm-'));
    await writeFile(join(folder, 'run.mjs'), script);
    await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'node run.mjs' } }));
    npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    if (!npm.stdout) throw new Error('npm has no output');
    for await (const line of createInterface({ input: npm.stdout })) {
      pid = Number(/^runs as (\d+)$/.exec(line)?.[1]);
      if (pid) break;
    }
  });
  afterEach(() => rm(folder, { recursive: true }));

  it.each(['SIGTERM', 'SIGKILL'] as const)('ends after npm was ended by %s', async (signal) => {
    npm.kill(signal);
    await eventually(() => hasEnded({ pid }));
  });
});
