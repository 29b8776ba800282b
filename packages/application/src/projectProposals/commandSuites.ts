import {
  type CommandPresetId,
  commandPresets,
  type ProposalFinding,
  type ProposedSettings,
  settingsOfPreset,
} from '@assay/contract';
import {
  dependencyOf,
  lockOf,
  type NodePackage,
  nodeInstallFinding,
  nodePackages,
  type Script,
  scriptsRunning,
} from './nodePackages.ts';
import {
  baseOf,
  byDepth,
  folderOf,
  foldersUpFrom,
  isIn,
  joined,
  lineOf,
  nearest,
  ownPaths,
  type RepositoryFiles,
  seenFrom,
} from './repositoryFiles.ts';
import { certain, type Suite, type SuiteDetector, suiteOf, toCheck } from './suite.ts';
import { asksForTestng, javaBuildFiles, javaTestsOf } from './testngSuites.ts';

const specName = /\.(spec|test)\.[cm]?[jt]sx?$/;
const inTestFolder = /^(?=.*\.[cm]?[jt]sx?$)(.*\/)?(__tests__|tests?|specs?)\//;

type NodeRunner = { preset: CommandPresetId; packages: readonly string[]; config: RegExp; program: RegExp };
const nodeRunners: readonly NodeRunner[] = [
  { preset: 'vitest', packages: ['vitest'], config: /^vitest\.config\.\w+$/, program: /^(npx )?vitest\b/ },
  { preset: 'jest', packages: ['jest'], config: /^jest\.config\.\w+$/, program: /^(npx )?jest\b/ },
  { preset: 'mocha', packages: ['mocha'], config: /^\.mocharc\.\w+$/, program: /^(npx )?mocha\b/ },
];

/** Frameworks that are run by a command of the project, by the presets that know how their results can be read. */
export const commandSuites: SuiteDetector = (files) => [
  ...nearest(files, nodePackages(files), ({ folder }) => folder).flatMap((own) => nodeSuites(files, own)),
  ...rspecSuites(files),
  ...goSuites(files),
  ...phpunitSuites(files),
  ...javaSuites(files),
];

function nodeSuites(files: RepositoryFiles, own: NodePackage): Suite[] {
  const paths = ownPaths(files).filter((path) => isIn(own.folder, path));
  const below = nodePackages(files).filter(({ folder }) => folder !== own.folder && isIn(own.folder, `${folder}/`));
  // The nearest first: it has what is further below, too.
  const inner = byDepth(below, ({ folder }) => folder);
  const mine = paths.filter((path) => !inner.some(({ folder }) => isIn(folder, path)));
  const tests = mine.filter((path) => specName.test(path) || inTestFolder.test(seenFrom(own.folder, path)));
  const found = nodeRunners.filter(
    ({ packages, config }) =>
      packages.some((name) => own.dependencies[name] !== undefined) ||
      mine.some((path) => folderOf(path) === own.folder && config.test(baseOf(path))),
  );
  const suites = found.filter(() => tests.length > 0).map((runner) => nodeSuite(files, own, runner, tests));
  return suites.length > 0 ? suites : nodeTestSuites(files, own, mine);
}

function nodeSuite(
  files: RepositoryFiles,
  own: NodePackage,
  { preset, packages, program }: NodeRunner,
  tests: readonly string[],
): Suite {
  const dependency = dependencyOf([own], own.folder, packages);
  const script = scriptsRunning(own, program).find(({ text }) => !/[&|;]/.test(text));
  const settings = { ...settingsOfPreset(preset), ...(script ? { testCommand: throughScript(preset, script) } : {}) };
  const extra = extraPackage(files, own, preset);
  return suiteOf(
    own.folder,
    'Other',
    { ...settings, ...(extra ? { installCommand: extra.command } : {}) },
    [
      dependency
        ? certain('testingFramework', `${dependency.name} in ${dependency.file}`, dependency)
        : toCheck('testingFramework', 'By the name of its config file; no package.json asks for it'),
      commandFinding(preset, script),
      extra?.finding ?? nodeInstallFinding(files, own.folder),
      certain('resultFiles', 'Where the command writes its JUnit XML'),
    ],
    tests,
  );
}

/** The script keeps its own options; those of the preset are added. */
function throughScript(preset: CommandPresetId, { name }: Script): string {
  const options = settingsOfPreset(preset).testCommand?.replace(/^npx \S+( run)? /, '');
  return `npm ${name === 'test' ? 'test' : `run ${name}`} -- ${options}`;
}

function commandFinding(preset: CommandPresetId, script: Script | undefined): ProposalFinding {
  if (script) return certain('testCommand', `The script ${script.name}, and where to write its results`, script);
  const name = commandPresets.find(({ id }) => id === preset)?.name;
  return certain('testCommand', `Runs ${name}, and says where to write its results`);
}

/** What writes the JUnit XML, where it is a package of its own that the project lacks. */
function extraPackage(
  files: RepositoryFiles,
  own: NodePackage,
  preset: CommandPresetId,
): { command: string; finding: ProposalFinding } | null {
  const needs: string | null = commandPresets.find(({ id }) => id === preset)?.needs ?? null;
  if (needs === null || dependencyOf(nodePackages(files), own.folder, [needs]) !== null) return null;
  const add: Record<string, string> = {
    npm: `npm ci && npm install --no-save ${needs}`,
    yarn: `yarn install && yarn add --dev ${needs}`,
    pnpm: `pnpm install && pnpm add --save-dev ${needs}`,
  };
  const command = add[lockOf(files, own.folder)?.manager ?? ''] ?? `npm install && npm install --no-save ${needs}`;
  const why = `${needs} writes the results and is not in package.json: it is added for each run`;
  return { command, finding: toCheck('installCommand', why, { file: own.path }) };
}

/** Node with its option for tests, among the commands of a script. */
const nodeTest = {
  test: (script: string) =>
    script.split(/[&|;]/).some((command) => {
      const at = command.search(/\bnode\b/);
      return at >= 0 && /--test\b/.test(command.slice(at));
    }),
};

/** Node's own test runner, else whatever `npm test` does. */
function nodeTestSuites(files: RepositoryFiles, own: NodePackage, mine: readonly string[]): Suite[] {
  const tests = mine.filter((path) => specName.test(path) || inTestFolder.test(seenFrom(own.folder, path)));
  const [script] = scriptsRunning(own, nodeTest);
  const imports = tests.find((path) => /['"]node:test['"]/.test(files.texts.get(path) ?? ''));
  if (script || imports) {
    const preset = settingsOfPreset('nodeTest');
    const plain = script && !/[&|;]/.test(script.text) && !/--test-reporter/.test(script.text) ? script.text : null;
    const options = preset.testCommand?.replace('node --test ', '') ?? '';
    const testCommand = plain === null ? preset.testCommand : plain.replace(/--test\b/, `--test ${options}`);
    return [
      suiteOf(
        own.folder,
        'Other',
        { ...preset, testCommand },
        [
          script
            ? certain('testingFramework', `The script ${script.name} runs Node's own tests`, script)
            : certain('testingFramework', "Tests of Node's own runner", imports ? { file: imports } : undefined),
          plain === null
            ? certain('testCommand', "Runs Node's own tests, and says where to write their results")
            : certain('testCommand', `As the script ${script?.name} has it, and where to write the results`, script),
          Object.keys(own.dependencies).length > 0
            ? nodeInstallFinding(files, own.folder)
            : certain('installCommand', 'package.json asks for no packages'),
          certain('resultFiles', 'Where the command writes its JUnit XML'),
        ],
        tests,
      ),
    ];
  }
  return [];
}

/** @returns `npm test` of the root, where nothing else was found; somebody has to say where its results are */
export function unknownSuites(files: RepositoryFiles): Suite[] {
  const own = nodePackages(files).find(({ folder }) => folder === '');
  const script = own?.scripts.test;
  if (!own || script === undefined || /no test specified/.test(script)) return [];
  const settings: Partial<ProposedSettings> = {
    otherFramework: 'npm test',
    testCommand: 'npm test',
    resultFiles: ['**/junit*.xml', '**/{reports,results,test-results}/**/*.xml'],
  };
  const place = { file: own.path, line: lineOf(own.text, '"test"') };
  return [
    suiteOf(
      '',
      'Other',
      settings,
      [
        toCheck('testingFramework', 'Which framework it is could not be seen', place),
        certain('testCommand', 'The script test', place),
        toCheck('resultFiles', 'Has to write JUnit XML; these are its usual places'),
        nodeInstallFinding(files, ''),
      ],
      [],
    ),
  ];
}

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
        certain('testCommand', 'Runs RSpec, and says where to write its results'),
        writes
          ? certain('installCommand', 'Installs by Bundler', { file: gemfile })
          : toCheck(
              'installCommand',
              'rspec_junit_formatter writes the results and is not in the Gemfile: it is added for each run',
            ),
        certain('resultFiles', 'Where the command writes its JUnit XML'),
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
          certain('testCommand', 'Runs all packages by gotestsum, which writes JUnit XML'),
          certain('installCommand', 'Go fetches what it needs itself'),
          certain('resultFiles', 'Where the command writes its JUnit XML'),
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
        certain('testCommand', 'Runs PHPUnit, and says where to write its results'),
        certain('installCommand', 'Installs by Composer'),
        certain('resultFiles', 'Where the command writes its JUnit XML'),
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
          certain('testCommand', 'Runs all tests of the build'),
          certain('installCommand', 'The build fetches what it needs itself'),
          certain('resultFiles', 'Where the build writes its JUnit XML'),
        ],
        tests,
      ),
    ];
  });
}
