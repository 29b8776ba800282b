import { tmpdir } from 'node:os';
import { findCommand } from '../src/process/findCommand.ts';
import type { ProcessHost } from '../src/process/processHost.ts';
import { agentProjectFiles } from '../src/projectFiles/fileHelper.ts';
import type { ProjectFiles } from '../src/projectFiles/projectFiles.ts';

/** @returns this machine's files through a real helper, which ends after the tests of the describe block. */
export function openMachineFiles(): ProjectFiles {
  const files = agentProjectFiles(tmpdir());
  afterAll(() => files.close());
  return files;
}

/** Finds programs in this machine's PATH, as a host does that runs tests without isolation. */
export const findOnMachine: ProcessHost['find'] = async (environment, names) => findCommand(environment, names);
