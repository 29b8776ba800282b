import { usualConfigFiles } from '@assay/contract';
import {
  dependencyOf,
  type NodePackage,
  nodeInstallFinding,
  nodePackages,
  scriptsRunning,
  versionFound,
} from './nodePackages.ts';
import {
  baseOf,
  byDepth,
  folderOf,
  isIn,
  joined,
  nearest,
  ownPaths,
  type RepositoryFiles,
  seenFrom,
} from './repositoryFiles.ts';
import { frameworkScript } from './stepsBefore.ts';
import { certain, type Suite, suiteOf, tagsFinding, tagsOf, toCheck } from './suite.ts';

/** A framework for Node whose suites have a config file of a known name. */
export type ConfiguredFramework = {
  framework: keyof typeof usualConfigFiles;
  /** The npm packages that bring it. */
  packages: readonly string[];
  /** Its program in a script of package.json. */
  program: RegExp;
  /** Paths of tests, seen from the suite's folder. */
  testFile: RegExp;
  /** Where the config file says that the tests are; matched with the folder. */
  testFolder: RegExp;
  /** What is worth knowing of the config file. */
  about(config: string): string | null;
  tagsIn?(test: string): string[];
};

type Config = { path: string; folder: string };

/** @returns a suite for each folder with a config file, and for each package that uses the framework without one */
export function configuredSuites(files: RepositoryFiles, wanted: ConfiguredFramework): Suite[] {
  const packages = nodePackages(files);
  const configs = configsOf(files, packages, wanted);
  const folders = configs.map(({ folder }) => folder);
  const bare = nearest(files, packages, ({ folder }) => folder)
    .filter((own) => wanted.packages.some((name) => own.dependencies[name] !== undefined))
    .filter((own) => !folders.some((folder) => isIn(own.folder, `${folder}/`) || isIn(folder, own.path)))
    .map(({ folder }) => folder);
  const all = [...folders, ...bare];
  return [
    ...configs.map((config) => suiteIn(files, packages, wanted, config.folder, config, all)),
    ...bare
      .map((folder) => suiteIn(files, packages, wanted, folder, null, all))
      .filter(({ testFiles }) => testFiles.length > 0),
  ];
}

/** @returns one per folder: that of a usual name, else one that a script names */
function configsOf(files: RepositoryFiles, packages: readonly NodePackage[], wanted: ConfiguredFramework): Config[] {
  const paths = ownPaths(files);
  const usual: readonly string[] = usualConfigFiles[wanted.framework];
  const byFolder = new Map<string, string>();
  for (const path of paths.filter((each) => usual.includes(baseOf(each)))) {
    const folder = folderOf(path);
    const known = byFolder.get(folder);
    if (known === undefined || usual.indexOf(baseOf(path)) < usual.indexOf(baseOf(known))) byFolder.set(folder, path);
  }
  for (const own of packages) {
    if (byFolder.has(own.folder)) continue;
    for (const { text } of scriptsRunning(own, wanted.program)) {
      const named =
        /(?:--config(?:-file)?|-C|-c)[= ]+["']?([^\s"']+)/.exec(text)?.[1] ??
        /\brun\s+(\S+\.[cm]?[jt]s)\b/.exec(text)?.[1];
      const path = named ? joined(own.folder, named) : null;
      if (path !== null && paths.includes(path) && ![...byFolder.values()].includes(path)) {
        byFolder.set(own.folder, path);
        break;
      }
    }
  }
  return nearest(
    files,
    [...byFolder].map(([folder, path]) => ({ folder, path })),
    ({ folder }) => folder,
  );
}

function suiteIn(
  files: RepositoryFiles,
  packages: readonly NodePackage[],
  wanted: ConfiguredFramework,
  folder: string,
  config: Config | null,
  folders: readonly string[],
): Suite {
  const { framework } = wanted;
  const dependency = dependencyOf(packages, folder, wanted.packages);
  const { version, finding } = versionFound(files, folder, dependency);
  const text = config ? (files.texts.get(config.path) ?? '') : '';
  const tests = testFilesOf(files, wanted, folder, text, folders);
  const read = tests.flatMap((path) => files.texts.get(path) ?? []);
  const testTags = tagsOf(read.flatMap((test) => wanted.tagsIn?.(test) ?? []));
  const own = packages.find((each) => each.folder === folder);
  const script = own ? frameworkScript(own, wanted.program) : null;
  const findings = [
    dependency
      ? certain(
          'testingFramework',
          `${dependency.name} in ${dependency.file}${script ? `, run by the script ${script.name}` : ''}`,
          dependency,
        )
      : toCheck('testingFramework', 'No package.json asks for it: it has to be installed otherwise'),
    finding,
    config
      ? certain('configFile', wanted.about(text) ?? 'The config file of the suite', { file: config.path })
      : toCheck('configFile', `There is no ${usualConfigFiles[framework][0]} nor another one`),
    nodeInstallFinding(files, folder),
    script?.before
      ? toCheck('buildCommand', `The script ${script.name} has it before its tests`, { file: own?.path ?? '' })
      : null,
    tagsFinding(testTags, read.length),
    certain('resultFiles', `${framework} tells them itself; no JUnit XML is needed`),
  ];
  const configFile = config ? seenFrom(folder, config.path) : null;
  return suiteOf(
    folder,
    framework,
    { testingFrameworkVersion: version, configFile, testTags, buildCommand: script?.before ?? null },
    findings,
    tests,
  );
}

function testFilesOf(
  files: RepositoryFiles,
  { testFile, testFolder }: ConfiguredFramework,
  folder: string,
  config: string,
  folders: readonly string[],
): string[] {
  const named = testFolder.exec(config)?.[1];
  const within = named === undefined ? folder : joined(folder, named);
  const below = folders.filter((other) => other !== folder && isIn(folder, `${other}/`));
  // The nearest first: it has what is further below, too.
  const inner = byDepth(below, (other) => other);
  return ownPaths(files).filter(
    (path) => isIn(within, path) && !inner.some((other) => isIn(other, path)) && testFile.test(seenFrom(folder, path)),
  );
}

/** @returns the browsers that a config file names as devices or capabilities, in words; null for none */
export function browsersNamed(config: string): string | null {
  const names = new Set(
    [...config.matchAll(/browserName:\s*['"](\w+)|devices\[['"]([^'"]+)/g)].map(
      ([, browser, device]) => browser ?? device ?? '',
    ),
  );
  if (names.size === 0) return null;
  return names.size === 1 ? `Names ${[...names][0]}` : `Names ${names.size} browsers`;
}
