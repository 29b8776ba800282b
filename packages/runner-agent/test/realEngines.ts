import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { patienceMs } from '../../../test/support/patience.ts';
import type { EngineName } from '../src/containers/containerEngine.ts';
import { findCommand } from '../src/process/findCommand.ts';

/** @returns whether the engine answers and can start containers: an existing one may not be permitted to. */
export function canRun(name: EngineName): boolean {
  if (process.platform !== 'linux') return false;
  const info = spawnSync(name, ['info'], { timeout: patienceMs, stdio: 'ignore' });
  if (info.status !== 0) return false;
  try {
    const image = new MadeImage(name, ['true']);
    try {
      return (
        spawnSync(name, ['run', '--rm', image.name, 'true'], { timeout: patienceMs, stdio: 'ignore' }).status === 0
      );
    } finally {
      image.remove();
    }
  } catch {
    return false;
  }
}

/** An image of programs of this machine and the libraries that they need, without a registry. */
export class MadeImage {
  readonly name: string;
  readonly #engine: EngineName;

  constructor(engine: EngineName, programs: readonly string[]) {
    this.#engine = engine;
    this.name = `localhost/assay-test-${process.pid}:${programs.map((each) => basename(each)).join('-')}`;
    const root = mkdtempSync(join(tmpdir(), 'assay-image-'));
    try {
      mkdirSync(join(root, 'bin'));
      mkdirSync(join(root, 'tmp'));
      for (const program of programs) {
        const path = findCommand(process.env, [program]);
        if (path === null) throw new Error(`this machine has no ${program}`);
        copyFileSync(path, join(root, 'bin', basename(program)));
        // For a statically linked program, ldd ends with an error.
        const needed = spawnSync('ldd', [path], { encoding: 'utf8' }).stdout.match(/\/\S+/g) ?? [];
        for (const library of needed) {
          mkdirSync(join(root, dirname(library)), { recursive: true });
          copyFileSync(library, join(root, library));
        }
      }
      const tar = execFileSync('tar', ['-C', root, '-c', '.'], { maxBuffer: 1024 ** 3 });
      execFileSync(engine, ['import', '--change', 'ENV PATH=/bin', '-', this.name], { input: tar, stdio: 'pipe' });
    } finally {
      rmSync(root, { recursive: true });
    }
  }

  remove(): void {
    execFileSync(this.#engine, ['rmi', '--force', this.name], { stdio: 'pipe' });
  }
}
