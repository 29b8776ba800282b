import { SecretMask } from '../masking/secretMask.ts';
import { describeExit } from './describeExit.ts';
import { type ProcessOrder, startProcess } from './startProcess.ts';

/** Prints without an end, and traps what would end it politely. */
const endless = `process.on('SIGTERM', () => process.exit(0));
const fs = require('node:fs');
setInterval(() => { for (const each of [1, 2, 3]) try { fs.writeSync(each, 'a line\\n'); } catch {} }, 1);`;

function order(own: Partial<ProcessOrder>): ProcessOrder {
  return {
    command: process.execPath,
    args: ['--eval', endless],
    directory: '/',
    environment: {},
    mask: new SecretMask([]),
    signal: new AbortController().signal,
    onOutput: () => undefined,
    ...own,
  };
}

describe('a process whose output cannot be handled', () => {
  const fail = () => {
    throw new RangeError('Invalid string length');
  };

  it.each(['onOutput', 'onChannelLine'] as const)('is ended, and says why: %s', async (callback) => {
    const end = await startProcess(order({ [callback]: fail })).ended;
    expect(end.exitCode).toBeNull();
    expect(describeExit(end)).toContain('Assay could not handle its output (Invalid string length)');
  });

  it('counts as failed, even if it has ended well meanwhile', async () => {
    const end = await startProcess(order({ args: ['--print', '1'], onOutput: fail })).ended;
    expect(end.exitCode).toBeNull();
    expect(describeExit(end)).toContain('Assay could not handle its output (Invalid string length)');
  });
});
