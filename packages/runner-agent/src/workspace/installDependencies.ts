import { join } from 'node:path';
import { hasOwnCommand, type ProjectSettings, type TestingFramework } from '@assay/contract';
import { buildDotnet } from './dotnetBuild.ts';
import { buildJavaClasses } from './javaClasses.ts';
import { installNodePackages } from './nodePackages.ts';
import { asksForPythonPackages, installPythonPackages } from './pythonPackages.ts';
import type { InstallOrder } from './runInstall.ts';

/**
 * Installs what the tests need, for the language of their framework.
 * @returns what the tests' environment needs in addition.
 * @throws UnitProblem install.toolMissing, install.failed or timeout.
 */
export async function installDependencies(
  settings: Pick<ProjectSettings, 'testingFramework' | 'testArtifacts'>,
  order: InstallOrder,
): Promise<NodeJS.ProcessEnv> {
  const { testingFramework: framework } = settings;
  if (framework === 'PyTest' || (await isPythonOnly(framework, order))) return await installPythonPackages(order);
  if (framework === 'TestNG') return await buildJavaClasses(order);
  if (framework !== 'NUnit') return await installNodePackages(order);
  await buildDotnet(order, settings.testArtifacts);
  return {};
}

/** A project's own command may run tests in any language. */
async function isPythonOnly(
  framework: TestingFramework,
  { host: { files }, directory }: InstallOrder,
): Promise<boolean> {
  if (!hasOwnCommand(framework) || (await files.isFile(join(directory, 'package.json')))) return false;
  return await asksForPythonPackages(files, directory);
}
