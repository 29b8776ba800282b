import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.ts';

export const lastWords = 'no room';

/** @returns a shell script that says its last words to stderr, and fails, once the file `go` is there */
export function endsWhenTold(folder: string): string {
  return `echo $$ >'${folder}/new' && mv '${folder}/new' '${folder}/pid'
    until [ -e '${folder}/go' ]; do sleep 0.02; done
    echo '${lastWords}' >&2
    exit 1`;
}

/**
 * Lets a started `endsWhenTold` end so that this process sees its end before it reads its last words: libuv looks at all
 * children when any of them has ended, after the events that it took together.
 * @param folder of the script
 * @param waited the process whose end is to be seen; the script's own if undefined
 */
export async function seeEndFirst(folder: string, waited?: number): Promise<void> {
  const pidFile = join(folder, 'pid');
  await eventually(() => existsSync(pidFile));
  const pid = waited ?? Number(readFileSync(pidFile, 'utf8'));
  const other = spawn('echo', ['done'], { stdio: ['ignore', 'pipe', 'ignore'] });
  other.stdout.once('data', () => {
    writeFileSync(join(folder, 'go'), '');
    blockUntilEnded(pid);
  });
  const ended = once(other, 'exit');
  if (other.pid === undefined) throw new Error('echo cannot be started');
  // What it printed and its end are taken together.
  blockUntilEnded(other.pid);
  await ended;
}

function blockUntilEnded(pid: number): void {
  const lock = new Int32Array(new SharedArrayBuffer(4));
  while (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) Atomics.wait(lock, 0, 0, 5);
}
