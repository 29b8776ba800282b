import { join } from 'node:path';
import { agentProjectFiles, removeAsAgent, transfersAsAgent } from '../projectFiles/fileHelper.ts';
import { ChosenRuntimes } from '../runtimes/chosenRuntimes.ts';
import { installedRuntimes } from '../runtimes/installedRuntimes.ts';
import { InstallationMarks, Installations } from '../workspace/installations.ts';
import { makeProjectFolder } from '../workspace/projectFolder.ts';
import { commandPaths } from './findCommand.ts';
import { OpenRuns } from './openRuns.ts';
import { ownEnvironment } from './ownEnvironment.ts';
import type { ProcessHost, ProcessHosts } from './processHost.ts';
import { startProcess } from './startProcess.ts';

/**
 * Runs the processes of runs as the agent itself, away from nothing.
 * @param agentFolder of the agent
 */
export function thisMachine(agentFolder: string): ProcessHosts {
  const marks = new InstallationMarks(join(agentFolder, 'installed'));
  const runs = new OpenRuns();
  return {
    isolated: false,
    remove: (folder) => removeAsAgent(agentFolder, folder),
    close: () => runs.closeAll(),
    ready: () => Promise.resolve(),
    open: async (run, folder) => {
      const files = agentProjectFiles(folder);
      const project = await makeProjectFolder(agentFolder, run);
      await files.makeFolder(project.installs);
      const installations = new Installations(project.installs, files, transfersAsAgent(agentFolder), marks);
      const hostWith = (runtimes: ChosenRuntimes): ProcessHost => ({
        isolated: false,
        inContainer: false,
        network: 'machine',
        user: null,
        files,
        installations,
        system: runtimes.system,
        environment: () => runtimes.firstInPath(ownEnvironment()),
        start: (order) => startProcess(order),
        find: (environment, names) => files.firstExisting(commandPaths(environment, names)),
        node: () => Promise.resolve(runtimes.node),
        runtimes: installedRuntimes,
        withRuntime: (runtime) => Promise.resolve(hostWith(runtimes.with(runtime))),
        ofUnit: async (scratch) => {
          await files.makeFolder(scratch);
          return { ...hostWith(runtimes), removeUnit: () => files.remove(scratch) };
        },
        removeUnit: () => Promise.resolve(),
        reach: null,
      });
      const host = hostWith(new ChosenRuntimes());
      return runs.add({ files, host: () => Promise.resolve(host), close: () => files.close() });
    },
  };
}
