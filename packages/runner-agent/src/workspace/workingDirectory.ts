import { dirname, join, relative, resolve, sep } from 'node:path';
import { type ProjectSettings, type TestingFramework, usualConfigFiles } from '@assay/contract';
import type { LogStream } from '../logs/logStream.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
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
  files: ProjectFiles,
  repository: string,
  { workingDirectory, configFile, testingFramework }: Settings,
  log: Pick<LogStream, 'line'>,
): Promise<string> {
  if (workingDirectory !== null) return await folderIn(files, repository, workingDirectory);
  if (configFile !== null) return repository;
  const found = await configFilesBelow(files, repository, testingFramework);
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

async function folderIn(files: ProjectFiles, repository: string, wanted: string): Promise<string> {
  const directory = resolve(repository, wanted);
  const path = relative(repository, directory);
  const outside = path === '..' || path.startsWith(`..${sep}`);
  if (!outside && (await files.isFolder(directory))) return directory;
  throw new UnitProblem(
    'workspace.directoryNotFound',
    `There is no folder '${wanted}' in what the tests are run from. Change the working directory in the project's settings.`,
  );
}

/** @returns their paths relative to the repository, sorted; none where its root has one. */
async function configFilesBelow(
  files: ProjectFiles,
  repository: string,
  framework: TestingFramework,
): Promise<string[]> {
  const usual: Partial<Record<TestingFramework, readonly string[]>> = usualConfigFiles;
  const names = usual[framework] ?? [];
  if (names.length === 0) return [];
  if ((await files.firstExisting(names.map((name) => join(repository, name)))) !== null) return [];
  const patterns = names.map((name) => `**/${name}`);
  const found = await files.find(repository, patterns, { depth: maxDepth + 1 });
  return found.map(({ path }) => relative(repository, path).split(sep).join('/'));
}
