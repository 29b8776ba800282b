import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frameworkContext } from '../../test/frameworkContext.ts';
import { openMachineFiles } from '../../test/machineFiles.ts';
import type { FrameworkCommand } from './channelProcess.ts';
import { listThroughChannel } from './listThroughChannel.ts';

/** Stands in for a framework that finds no test and says that something is wrong with some of the files. */
const framework = `
const { appendFileSync } = require('node:fs');
const [, , log, ...files] = process.argv;
const tell = (message) => appendFileSync(process.env.ASSAY_CHANNEL, JSON.stringify(message) + '\\n');
appendFileSync(log, files.length + '\\n');
if (files.length > 1) tell({ t: 'problem', message: 'SyntaxError' });
if (files.length > 1) tell({ t: 'suspects', files });
`;

describe('listing through a channel', () => {
  const machine = openMachineFiles();
  const folder = mkdtempSync(join(tmpdir(), 'assay-listing-'));
  const [script, log] = [join(folder, 'framework.cjs'), join(folder, 'listings')];
  writeFileSync(script, framework);
  appendFileSync(log, '');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('gives up soon where files are listed apart and none has a test', async () => {
    const context = frameworkContext(folder, machine);
    const files = Array.from({ length: 64 }, (_, n) => `test_${n}.py`);
    const command = async (some: readonly string[]): Promise<FrameworkCommand> => ({
      program: process.execPath,
      args: [script, log, ...some],
      channel: 'file',
    });
    const listing = listThroughChannel(context, await command(files), { without: () => command(files), only: command });
    await expect(listing).rejects.toMatchObject({ code: 'list.failed' });
    expect(readFileSync(log, 'utf8').trim().split('\n').length).toBeLessThanOrEqual(12);
  });
});
