import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { setImmediate as soon } from 'node:timers/promises';
import { firstOutput } from '../git/firstOutput.ts';
import { gitIn } from '../git/gitCommands.ts';
import { isTreeWithin } from '../git/treeSize.ts';
import { SecretMask } from '../masking/secretMask.ts';
import { sharedEntriesOf } from '../sandbox/sharedFolders.ts';
import { diskUsage } from './diskUsage.ts';
import { findCommand } from './findCommand.ts';
import { MarkedProcesses } from './markedProcesses.ts';
import { startProcess } from './startProcess.ts';

const prlimit = process.platform === 'linux' ? findCommand(process.env, ['prlimit']) : null;

function limitDescriptors(soft: number): void {
  execFileSync(String(prlimit), ['--pid', String(process.pid), `--nofile=${soft}:`]);
}

/** Descriptors besides those that are open: more than it takes to set the limit again. */
const spare = 100;

/** Opens all that may be opened. */
function openAll(): number[] {
  const open: number[] = [];
  for (;;) {
    try {
      open.push(openSync('/dev/null', 'r'));
    } catch {
      return open;
    }
  }
}

const { signal } = new AbortController();
const git = { command: 'git', args: [], environment: {} };
const order = {
  command: 'true',
  args: [],
  directory: '/',
  environment: {},
  mask: new SecretMask([]),
  signal,
  onOutput: () => undefined,
};
const launch = { command: 'true', args: [], shell: false, environment: {}, instructions: ['one'] };

const starts: Record<string, () => Promise<unknown>> = {
  'a process': async () => startProcess(order).ended,
  'a process with instructions': async () => startProcess(order, () => launch).ended,
  'a measurement of the disk': () => diskUsage(['/'], 'bytes', signal),
  'a search of shared folders': () => sharedEntriesOf({ uid: 1 }, signal, ['/']),
  'a search of processes': () => new MarkedProcesses().search('a', [1]),
  'the size of a checkout': () => isTreeWithin(git, { mirror: '/', commit: 'HEAD' }, { files: 1, bytes: 1 }, signal),
  'git in a folder': () => gitIn('/', signal).raw(['version']),
  'an output of git': () => firstOutput(git, ['version'], '/', 1, signal),
};

(prlimit === null ? describe.skip : describe)('an agent that has no more descriptors', () => {
  it.each(Object.entries(starts))('fails to start %s, and goes on (needs prlimit)', async (_, start) => {
    const [, soft = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    const uncaught: unknown[] = [];
    const onUncaught = (error: unknown) => uncaught.push(error);
    process.on('uncaughtException', onUncaught);
    limitDescriptors(readdirSync('/proc/self/fd').length + spare);
    const open = openAll();
    try {
      await expect(start()).rejects.toThrow(/open files|EMFILE/);
      // Node emits an error of the start later.
      await soon();
    } finally {
      for (const each of open) closeSync(each);
      limitDescriptors(Number(soft));
      process.off('uncaughtException', onUncaught);
    }
    expect(uncaught).toEqual([]);
  });
});
