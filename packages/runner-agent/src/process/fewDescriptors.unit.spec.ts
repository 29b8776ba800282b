import { canLimitDescriptors, withoutDescriptors } from '../../../../test/support/withoutDescriptors.ts';
import { firstOutput } from '../git/firstOutput.ts';
import { gitIn } from '../git/gitCommands.ts';
import { isTreeWithin } from '../git/treeSize.ts';
import { SecretMask } from '../masking/secretMask.ts';
import { sharedEntriesOf } from '../sandbox/sharedFolders.ts';
import { diskUsage } from './diskUsage.ts';
import { MarkedProcesses } from './markedProcesses.ts';
import { startProcess } from './startProcess.ts';

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

(canLimitDescriptors ? describe : describe.skip)('an agent that has no more descriptors', () => {
  it.each(Object.entries(starts))('fails to start %s, and goes on (needs prlimit)', async (_, start) => {
    const uncaught = await withoutDescriptors(async () => {
      await expect(start()).rejects.toThrow(/open files|EMFILE/);
    });
    expect(uncaught).toEqual([]);
  });
});
