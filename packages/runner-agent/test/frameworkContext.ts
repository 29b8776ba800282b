import { AnswerCache } from '@assay/concurrency';
import { pino } from 'pino';
import type { AssignedRun } from '../src/connection/assignedWork.ts';
import type { FrameworkContext } from '../src/frameworks/frameworkAdapter.ts';
import { SecretMask } from '../src/masking/secretMask.ts';
import { ServerLocks } from '../src/process/fairLocks.ts';
import { ownEnvironment } from '../src/process/ownEnvironment.ts';
import type { ProcessHost } from '../src/process/processHost.ts';
import { startProcess } from '../src/process/startProcess.ts';
import type { ProjectFiles } from '../src/projectFiles/projectFiles.ts';
import { InstallationMarks, Installations } from '../src/workspace/installations.ts';
import { findOnMachine } from './machineFiles.ts';

/** What an adapter works with, for processes on this machine in a folder of the test. */
export function frameworkContext(
  folder: string,
  machine: ProjectFiles,
  run: Partial<AssignedRun> = {},
): FrameworkContext {
  const settings = { testRunTimeoutMinutes: 10, testingFramework: 'PyTest' as const, workingDirectory: null };
  const host: ProcessHost = {
    isolated: false,
    inContainer: false,
    network: 'machine',
    user: null,
    files: machine,
    installations: new Installations(folder, machine, machine, new InstallationMarks(folder)),
    system: [],
    environment: ownEnvironment,
    start: startProcess,
    find: findOnMachine,
    node: () => Promise.resolve(process.execPath),
    runtimes: () => [],
    withRuntime: () => Promise.resolve(null),
    ofUnit: () => Promise.resolve(host),
    removeUnit: () => Promise.resolve(),
    reach: null,
  };
  const cache = new AnswerCache();
  return {
    run: { settings, ...run } as AssignedRun,
    renamed: [],
    host,
    repository: folder,
    directory: folder,
    scratch: folder,
    environment: host.environment(),
    mask: new SecretMask([]),
    print: () => undefined,
    note: () => undefined,
    logger: pino({ level: 'silent' }),
    once: (key, find) => cache.get(key, Number.POSITIVE_INFINITY, find),
    serverLocks: new ServerLocks(0),
    signal: new AbortController().signal,
  };
}
