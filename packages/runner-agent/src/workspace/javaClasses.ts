import { constants, existsSync } from 'node:fs';
import { chmod, open } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { glob } from 'tinyglobby';
import type { Program } from '../process/processHost.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import { findReporter } from './installation.ts';
import { compileReporter } from './javaReporter.ts';
import { type InstallOrder, runInstall } from './runInstall.ts';

const windows = process.platform === 'win32';
/** Where a project without Maven or Gradle has its compiled classes and its jars. */
const classFolders = [
  'target/test-classes',
  'target/classes',
  'build/classes',
  'classes',
  'test-classes',
  'bin',
  'out',
];
const jarGlobs = ['*.jar', 'lib/**/*.jar', 'libs/**/*.jar', 'target/*.jar', 'target/dependency/*.jar'];
/** TestNG as installed by Debian and its derivatives. */
const machineJars = ['testng', 'jcommander', 'slf4j-api', 'slf4j-nop'].map((name) => `/usr/share/java/${name}.jar`);

/**
 * Builds a Java project's classes and finds their class path, with Maven or Gradle (the project's own wrapper first). A
 * project with neither brings classes and jars, or an install command that creates them. The same applies to a project
 * whose install command has run and for which neither tool can tell the class path. Maven and Gradle cache their own
 * downloads for later runs.
 * @returns CLASSPATH for the tests' environment, and where the reporter was compiled.
 * @throws UnitProblem install.toolMissing, install.failed or timeout.
 */
export async function buildJavaClasses(order: InstallOrder): Promise<NodeJS.ProcessEnv> {
  const built = await buildProject(order);
  return { ...built, ...(await compileReporter(order, built)) };
}

async function buildProject(order: InstallOrder): Promise<NodeJS.ProcessEnv> {
  const { installCommand } = order;
  if (installCommand !== null) await runInstall(order, installCommand);
  try {
    return (await classPathOfTool(order)) ?? (await classPathAsFound(order));
  } catch (error) {
    if (installCommand === null || order.signal.aborted || !(error instanceof UnitProblem)) throw error;
    if (!classFolders.some((folder) => existsSync(join(order.directory, folder)))) throw error;
    order.log.line('The class path is what the install command has left in the usual folders.');
    return await classPathAsFound(order);
  }
}

/** @returns the class path that Maven or Gradle prints; null for a project that uses neither. */
async function classPathOfTool(order: InstallOrder): Promise<NodeJS.ProcessEnv | null> {
  const { directory, installCommand } = order;
  const file = join(order.folder, 'class-path.txt');
  if (existsSync(join(directory, 'pom.xml'))) {
    const maven = await toolOf(order, 'Maven', 'mvn', windows ? '.\\mvnw.cmd' : './mvnw');
    const compile = installCommand === null ? 'test-compile ' : '';
    const classPath = `dependency:build-classpath -Dmdep.includeScope=test "-Dmdep.outputFile=${file}"`;
    await runInstall(order, `${maven} --batch-mode --quiet ${compile}${classPath}`);
    return classPathOf(directory, ['target/test-classes', 'target/classes'], await readMade(file));
  }
  if (['build.gradle', 'build.gradle.kts'].some((name) => existsSync(join(directory, name)))) {
    const gradle = await toolOf(order, 'Gradle', 'gradle', windows ? '.\\gradlew.bat' : './gradlew');
    const script = `--init-script "${findReporter('assayClassPath.gradle')}"`;
    await runInstall(order, `${gradle} --console=plain --quiet ${script} assayClassPath`, {
      ASSAY_CLASS_PATH_FILE: file,
    });
    return classPathOf(directory, [], await readMade(file));
  }
  return null;
}

/** Never through a link, which could have been planted to reveal other files of the agent's machine. */
async function readMade(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

async function classPathAsFound({ directory, host }: InstallOrder): Promise<NodeJS.ProcessEnv> {
  const jars = (await glob(jarGlobs, { cwd: directory, followSymbolicLinks: false })).sort();
  const bringsTestNg = jars.some((jar) => /testng/i.test(jar));
  const others = bringsTestNg || host.inContainer ? [] : machineJars.filter((jar) => existsSync(jar));
  return classPathOf(directory, [...classFolders, ...jars], others.join(delimiter));
}

/** @param own the project's own wrapper, if it exists */
function classPathOf(directory: string, own: readonly string[], rest: string): NodeJS.ProcessEnv {
  const paths = own.map((path) => join(directory, path)).filter((path) => existsSync(path));
  return { CLASSPATH: [...paths, rest.trim()].filter(Boolean).join(delimiter) };
}

async function toolOf(order: InstallOrder, name: string, command: Program, wrapper: string): Promise<string> {
  const own = join(order.directory, wrapper);
  if (existsSync(own)) {
    // Committed on Windows, it may have lost its executable bit.
    if (!windows) await chmod(own, 0o755);
    return wrapper;
  }
  if (order.host.find(order.environment, [command])) return command;
  throw new UnitProblem(
    'install.toolMissing',
    `The project is built with ${name}, which this runner agent does not have. Install it there, or check the ` +
      `project's wrapper (${wrapper}) in.`,
  );
}
