import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type ProjectSettings, type TestingFramework, usualConfigFiles } from '@assay/contract';
import { glob } from 'tinyglobby';
import type { LogStream } from '../logs/logStream.ts';
import { UnitProblem } from '../units/unitProblem.ts';

type Settings = Pick<ProjectSettings, 'workingDirectory' | 'configFile' | 'testingFramework'>;

/** How many folders below the repository's root a config file is looked for. */
const maxDepth = 4;
const maxNamed = 10;

/**
 * @returns where the tests run: the folder in the project's settings, else the root of the repository; where the
 * framework's config file is not there but in one folder below, that one.
 * @throws UnitProblem workspace.directoryNotFound, or config.ambiguous where several folders have a config file.
 */
export async function findWorkingDirectory(
  repository: string,
  { workingDirectory, configFile, testingFramework }: Settings,
  log: Pick<LogStream, 'line'>,
): Promise<string> {
  if (workingDirectory !== null) return await folderIn(repository, workingDirectory);
  if (configFile !== null) return repository;
  const found = await configFilesBelow(repository, testingFramework);
  const [folder, ...others] = new Set(found.map((path) => dirname(path)));
  if (folder === undefined) return repository;
  if (others.length > 0) {
    const listed = found.slice(0, maxNamed).join(', ');
    const more = found.length > maxNamed ? ` and ${found.length - maxNamed} more` : '';
    throw new UnitProblem(
      'config.ambiguous',
      `There is no ${testingFramework} config file in the repository's root, but several below it: ${listed}${more}. ` +
        "Name the folder of the one to use as the working directory in the project's settings, or '.' for none of them.",
    );
  }
  log.line(`There is no config file in the repository's root, but ${found[0]}: the tests run in ${folder}.`);
  return join(repository, folder);
}

async function folderIn(repository: string, wanted: string): Promise<string> {
  const directory = resolve(repository, wanted);
  const path = relative(repository, directory);
  const outside = path === '..' || path.startsWith(`..${sep}`);
  const there = !outside && (await stat(directory).catch(() => null))?.isDirectory();
  if (there) return directory;
  throw new UnitProblem(
    'workspace.directoryNotFound',
    `There is no folder '${wanted}' in what the tests are run from. Change the working directory in the project's settings.`,
  );
}

/** @returns their paths relative to the repository, sorted; none where its root has one. */
async function configFilesBelow(repository: string, framework: TestingFramework): Promise<string[]> {
  const usual: Partial<Record<TestingFramework, readonly string[]>> = usualConfigFiles;
  const names = usual[framework] ?? [];
  if (names.length === 0 || names.some((name) => existsSync(join(repository, name)))) return [];
  const found = await glob(
    names.map((name) => `**/${name}`),
    { cwd: repository, ignore: ['**/node_modules/**'], deep: maxDepth, followSymbolicLinks: false },
  );
  return found.sort();
}
