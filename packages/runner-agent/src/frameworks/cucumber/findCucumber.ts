import { dirname, join } from 'node:path';
import type { ProjectFiles } from '../../projectFiles/projectFiles.ts';
import { UnitProblem } from '../../units/unitProblem.ts';
import { findFrameworkCli, findPackageOf, readIdentity } from '../frameworkCli.ts';

const name = '@cucumber/cucumber';
/** Its name before version 7. */
const oldName = 'cucumber';

/**
 * @returns the folder of the project's own CucumberJS, else of the one in Assay's installation.
 * @throws UnitProblem framework.notFound, or framework.tooOld before version 7.
 */
export async function findCucumber(files: ProjectFiles, directory: string): Promise<string> {
  const nearest = await findPackageOf(files, join(directory, 'package.json'), name, oldName);
  if (nearest) {
    const found = await readIdentity(files, nearest);
    if (found.name === oldName) throw tooOld(found.version ?? 'before 7');
  }
  const { script } = await findFrameworkCli(files, directory, name, 'package.json');
  return dirname(script);
}

function tooOld(version: string): UnitProblem {
  return new UnitProblem(
    'framework.tooOld',
    `The project uses CucumberJS ${version} (the package '${oldName}'), and Assay runs version 7 and later. Replace it ` +
      `with '${name}' in package.json and in the step files, or choose the framework Other with the project's own ` +
      'command and a JUnit formatter.',
  );
}
