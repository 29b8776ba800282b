import { delimiter, join, relative, sep } from 'node:path';
import type { Program } from '../process/processHost.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
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
    const folders = classFolders.map((folder) => join(order.directory, folder));
    if ((await order.host.files.firstExisting(folders)) === null) throw error;
    order.log.line('The class path is what the install command has left in the usual folders.');
    return await classPathAsFound(order);
  }
}

/** @returns the class path that Maven or Gradle prints; null for a project that uses neither. */
async function classPathOfTool(order: InstallOrder): Promise<NodeJS.ProcessEnv | null> {
  const { directory, installCommand } = order;
  const { files } = order.host;
  const file = join(order.folder, 'class-path.txt');
  if (await files.isFile(join(directory, 'pom.xml'))) {
    const maven = await toolOf(order, 'Maven', 'mvn', windows ? '.\\mvnw.cmd' : './mvnw');
    const compile = installCommand === null ? 'test-compile ' : '';
    const classPath = `dependency:build-classpath -Dmdep.includeScope=test "-Dmdep.outputFile=${file}"`;
    await runInstall(order, `${maven} --batch-mode --quiet ${compile}${classPath}`);
    return await classPathOf(order, ['target/test-classes', 'target/classes'], await readMade(files, file));
  }
  const gradleFiles = ['build.gradle', 'build.gradle.kts'].map((name) => join(directory, name));
  if ((await files.firstExisting(gradleFiles)) !== null) {
    const gradle = await toolOf(order, 'Gradle', 'gradle', windows ? '.\\gradlew.bat' : './gradlew');
    const script = `--init-script "${findReporter('assayClassPath.gradle')}"`;
    await runInstall(order, `${gradle} --console=plain --quiet ${script} assayClassPath`, {
      ASSAY_CLASS_PATH_FILE: file,
    });
    return await classPathOf(order, [], await readMade(files, file));
  }
  return null;
}

/** @throws UnitProblem install.failed when the tool has not written it */
async function readMade(files: ProjectFiles, path: string): Promise<string> {
  const classPath = await files.readText(path);
  if (classPath !== null) return classPath;
  throw new UnitProblem('install.failed', 'The build tool ended well, but did not write the class path of the tests.');
}

async function classPathAsFound(order: InstallOrder): Promise<NodeJS.ProcessEnv> {
  const { directory, host } = order;
  const found = await host.files.find(directory, jarGlobs);
  const jars = found.map(({ path }) => relative(directory, path).split(sep).join('/'));
  const bringsTestNg = jars.some((jar) => /testng/i.test(jar));
  const others = bringsTestNg || host.inContainer ? [] : await existingOf(host.files, machineJars);
  return await classPathOf(order, [...classFolders, ...jars], others.join(delimiter));
}

async function existingOf(files: ProjectFiles, paths: readonly string[]): Promise<string[]> {
  const kinds = await Promise.all(paths.map((path) => files.kind(path)));
  return paths.filter((_, index) => kinds[index] !== null);
}

/** @param own the project's own wrapper, if it exists */
async function classPathOf(
  { directory, host }: InstallOrder,
  own: readonly string[],
  rest: string,
): Promise<NodeJS.ProcessEnv> {
  const paths = await existingOf(
    host.files,
    own.map((path) => join(directory, path)),
  );
  return { CLASSPATH: [...paths, rest.trim()].filter(Boolean).join(delimiter) };
}

async function toolOf(order: InstallOrder, name: string, command: Program, wrapper: string): Promise<string> {
  const own = join(order.directory, wrapper);
  if (await order.host.files.isFile(own)) {
    // Committed on Windows, it may have lost its executable bit. A link is left as it is.
    if (!windows) await order.host.files.makeExecutable(own).catch(() => undefined);
    return wrapper;
  }
  if (await order.host.find(order.environment, [command])) return command;
  throw new UnitProblem(
    'install.toolMissing',
    `The project is built with ${name}, which this runner agent does not have. Install it there, or check the ` +
      `project's wrapper (${wrapper}) in.`,
  );
}
