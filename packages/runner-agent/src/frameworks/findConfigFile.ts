import { resolve } from 'node:path';
import { UnitProblem } from '../units/unitProblem.ts';
import type { FrameworkContext } from './frameworkAdapter.ts';

/**
 * @param usual the names that the framework itself looks for, in order of preference
 * @returns the absolute path of the config file that the project names, else of one with a usual name.
 * @throws UnitProblem config.notFound.
 */
export async function findConfigFile(
  { directory, host, run }: FrameworkContext,
  usual: readonly string[],
): Promise<string> {
  const named = run.settings.configFile;
  const names = named ? [named] : usual;
  const found = await host.files.firstExisting(names.map((name) => resolve(directory, name)));
  if (found) return found;
  const where = run.settings.workingDirectory ?? 'the repository';
  throw new UnitProblem(
    'config.notFound',
    named
      ? `There is no config file '${named}' in ${where}. Change it in the project's settings.`
      : `None of ${usual.join(', ')} is in ${where}. Name the config file and the working directory in the project's settings.`,
  );
}
