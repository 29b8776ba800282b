import { settingsOfPreset } from '@assay/contract';
import { denoSuites } from './denoSuites.ts';
import { nodeSuites } from './nodeSuites.ts';
import {
  baseOf,
  folderOf,
  foldersUpFrom,
  isIn,
  joined,
  lineOf,
  nearest,
  ownPaths,
  type RepositoryFiles,
} from './repositoryFiles.ts';
import { certain, type Suite, type SuiteDetector, suiteOf, toCheck } from './suite.ts';
import { asksForTestng, javaBuildFiles, javaTestsOf } from './testngSuites.ts';

/** Frameworks that are run by a command of the project, by the presets that know how their results can be read. */
export const commandSuites: SuiteDetector = (files) => [
  ...nodeSuites(files),
  ...denoSuites(files),
  ...rspecSuites(files),
  ...goSuites(files),
  ...phpunitSuites(files),
  ...javaSuites(files),
];

function rspecSuites(files: RepositoryFiles): Suite[] {
  const specs = ownPaths(files).filter((path) => /^(?=.*_spec\.rb$)(.*\/)?spec\//.test(path));
  const folders = [...new Set(specs.map((path) => path.replace(/(^|\/)spec\/.*$/, '')))];
  return nearest(files, folders, (folder) => folder).map((folder) => {
    const gemfile = joined(folder, 'Gemfile');
    const text = files.texts.get(gemfile) ?? '';
    const [asks, writes] = [/\brspec/.test(text), /rspec_junit_formatter/.test(text)];
    const add = 'bundle add rspec_junit_formatter --group test && bundle install';
    return suiteOf(
      folder,
      'Other',
      { ...settingsOfPreset('rspec'), ...(writes ? {} : { installCommand: add }) },
      [
        asks
          ? certain('testingFramework', `rspec in ${gemfile}`, { file: gemfile, line: lineOf(text, /\brspec/) })
          : toCheck('testingFramework', 'Files named like specs of RSpec; no Gemfile asks for it'),
        toCheck('testCommand', 'Runs RSpec, and says where to write its results'),
        writes
          ? certain('installCommand', 'Installs by Bundler', { file: gemfile })
          : toCheck(
              'installCommand',
              'rspec_junit_formatter writes the results and is not in the Gemfile: it is added for each run',
            ),
        toCheck('resultFiles', 'Where the command writes its JUnit XML'),
      ],
      specs.filter((path) => isIn(folder, path)),
    );
  });
}

function goSuites(files: RepositoryFiles): Suite[] {
  const paths = ownPaths(files);
  return nearest(
    files,
    paths.filter((path) => baseOf(path) === 'go.mod'),
    folderOf,
  )
    .map((file) => ({
      file,
      folder: folderOf(file),
      tests: paths.filter((path) => isIn(folderOf(file), path) && path.endsWith('_test.go')),
    }))
    .filter(({ tests }) => tests.length > 0)
    .map(({ file, folder, tests }) =>
      suiteOf(
        folder,
        'Other',
        settingsOfPreset('go'),
        [
          certain('testingFramework', 'A module of Go with tests', { file }),
          toCheck('testCommand', 'Runs all packages by gotestsum, which writes JUnit XML'),
          certain('installCommand', 'Go fetches what it needs itself'),
          toCheck('resultFiles', 'Where the command writes its JUnit XML'),
        ],
        tests,
      ),
    );
}

function phpunitSuites(files: RepositoryFiles): Suite[] {
  const paths = ownPaths(files);
  const folders = paths
    .filter(
      (path) =>
        /^phpunit(\.dist)?\.xml(\.dist)?$/.test(baseOf(path)) ||
        (baseOf(path) === 'composer.json' && /"phpunit\/phpunit"/.test(files.texts.get(path) ?? '')),
    )
    .map(folderOf);
  return nearest(files, [...new Set(folders)], (folder) => folder).map((folder) => {
    const composer = joined(folder, 'composer.json');
    const text = files.texts.get(composer) ?? '';
    const asks = /"phpunit\/phpunit"/.test(text);
    return suiteOf(
      folder,
      'Other',
      settingsOfPreset('phpunit'),
      [
        asks
          ? certain('testingFramework', `phpunit in ${composer}`, {
              file: composer,
              line: lineOf(text, '"phpunit/phpunit"'),
            })
          : toCheck('testingFramework', 'It has a config file of PHPUnit; no composer.json asks for it'),
        toCheck('testCommand', 'Runs PHPUnit, and says where to write its results'),
        certain('installCommand', 'Installs by Composer'),
        toCheck('resultFiles', 'Where the command writes its JUnit XML'),
      ],
      paths.filter((path) => isIn(folder, path) && path.endsWith('Test.php')),
    );
  });
}

/** JUnit, and whatever else Maven or Gradle run as tests; builds within others are run by those. */
function javaSuites(files: RepositoryFiles): Suite[] {
  const builds = ownPaths(files).filter((path) => javaBuildFiles.includes(baseOf(path)));
  const folders = new Set(builds.map(folderOf));
  const outer = builds.filter((path) => {
    const [own, ...above] = foldersUpFrom(folderOf(path));
    return !above.some((folder) => folder !== own && folders.has(folder));
  });
  const byFolder = new Map(outer.map((path) => [folderOf(path), path]));
  return nearest(files, [...byFolder], ([folder]) => folder).flatMap(([folder, build]) => {
    const tests = javaTestsOf(files, folder);
    const all = builds.filter((path) => isIn(folder, path));
    if (tests.length === 0 || all.some((path) => asksForTestng(files.texts.get(path) ?? ''))) return [];
    const isMaven = baseOf(build) === 'pom.xml';
    const hasWrapper = ownPaths(files).includes(joined(folder, isMaven ? 'mvnw' : 'gradlew'));
    const preset = settingsOfPreset(isMaven ? 'maven' : 'gradle');
    const command = isMaven && hasWrapper ? preset.testCommand?.replace('mvn', './mvnw') : preset.testCommand;
    const own = !isMaven && !hasWrapper ? command?.replace('./gradlew', 'gradle') : command;
    return [
      suiteOf(
        folder,
        'Other',
        { ...preset, testCommand: own ?? null },
        [
          certain('testingFramework', `Tests of Java or Kotlin, built by ${isMaven ? 'Maven' : 'Gradle'}`, {
            file: build,
          }),
          toCheck('testCommand', 'Runs all tests of the build'),
          certain('installCommand', 'The build fetches what it needs itself'),
          toCheck('resultFiles', 'Where the build writes its JUnit XML'),
        ],
        tests,
      ),
    ];
  });
}
