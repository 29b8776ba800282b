import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { findOnMachine, openMachineFiles } from '../../test/machineFiles.ts';
import type { AssignedRun } from '../connection/assignedWork.ts';
import { SecretMask } from '../masking/secretMask.ts';
import { ServerLocks } from '../process/fairLocks.ts';
import { ownEnvironment } from '../process/ownEnvironment.ts';
import type { ProcessHost } from '../process/processHost.ts';
import { startProcess } from '../process/startProcess.ts';
import { InstallationMarks, Installations } from '../workspace/installations.ts';
import { RunCache } from '../workspace/runCache.ts';
import type { FrameworkCommand } from './channelProcess.ts';
import type { FrameworkContext } from './frameworkAdapter.ts';
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
    const settings = { testRunTimeoutMinutes: 10, testingFramework: 'PyTest' as const, workingDirectory: null };
    const host: ProcessHost = {
      isolated: false,
      inContainer: false,
      sharesNetwork: true,
      files: machine,
      installations: new Installations(folder, machine, machine, new InstallationMarks(folder)),
      system: [],
      environment: ownEnvironment,
      start: startProcess,
      find: findOnMachine,
      node: () => Promise.resolve(process.execPath),
      ofUnit: () => Promise.resolve(host),
      removeUnit: () => Promise.resolve(),
      reach: null,
    };
    const cache = new RunCache();
    const context: FrameworkContext = {
      run: { settings } as AssignedRun,
      host,
      repository: folder,
      directory: folder,
      scratch: folder,
      environment: host.environment(),
      mask: new SecretMask([]),
      print: () => undefined,
      note: () => undefined,
      logger: pino({ level: 'silent' }),
      once: (key, work) => cache.once(key, work),
      serverLocks: new ServerLocks(0),
      signal: new AbortController().signal,
    };
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
