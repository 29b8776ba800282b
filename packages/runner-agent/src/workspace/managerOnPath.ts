import { delimiter, join } from 'node:path';
import type { Program } from '../process/processHost.ts';
import { writeCommand } from '../process/writeCommand.ts';
import { commandOfManager, corepackEnvironment, managerOf } from './nodePackageManager.ts';
import type { NodeProject } from './nodeProject.ts';
import type { InstallOrder } from './runInstall.ts';

/** The commands that come with a manager. */
const commands = { npm: [], pnpm: ['pnpm', 'pnpx'], yarn: ['yarn'] } as const;

/**
 * Scripts, servers and hooks of a project call its package manager by name, where the machine may have only Corepack, or
 * a version that the project does not want. Puts commands into a folder of the run that start the right one.
 * @returns the environment with this folder in PATH; unchanged where the machine has what the project names
 */
export async function withManagerOnPath(
  order: InstallOrder,
  { folder, manifest }: NodeProject,
): Promise<NodeJS.ProcessEnv> {
  const { environment, host } = order;
  const { files } = host;
  const has = async (name: Program) => (await host.find(environment, [name])) !== null;
  const manager = manifest && (await managerOf(folder, manifest, files));
  if (!manifest || !manager) return environment;
  const command = await commandOfManager(manager, folder, manifest, { files, has });
  if (command === null || command === manager) return environment;
  const shims = join(order.folder, 'commands');
  await files.makeFolder(shims, 0o755);
  for (const name of commands[manager]) await writeCommand(files, join(shims, name), shimOf(command, manager, name));
  return {
    ...environment,
    ...corepackEnvironment,
    PATH: [shims, environment.PATH].filter(Boolean).join(delimiter),
  };
}

/** `corepack yarn@1` has the version in the place of the name, and so has to start the other commands. */
function shimOf(command: string, manager: string, name: string): string {
  return name === manager ? command : command.replace(manager, name);
}
