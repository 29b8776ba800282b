import { type ProposalFinding, requirementFiles } from '@assay/contract';
import { pythonEnvironment } from './pythonEnvironments.ts';
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
import { certain, type SuiteDetector, suiteOf, tagsFinding, tagsOf, toCheck } from './suite.ts';

const testFile = /(^|\/)(test_[^/]*|[^/]*_test)\.py$/;
/** Files that configure pytest, in its own order, and how they do. */
const configs: readonly (readonly [name: string, section: RegExp])[] = [
  ['pytest.ini', /^/],
  ['.pytest.ini', /^/],
  ['pyproject.toml', /^\[tool\.pytest\b/m],
  ['tox.ini', /^\[pytest\]/m],
  ['setup.cfg', /^\[tool:pytest\]/m],
];
/** Marks that mean something to pytest or a usual plugin, and so are no tags. */
const builtInMarks = [
  'parametrize',
  'skip',
  'skipif',
  'xfail',
  'usefixtures',
  'filterwarnings',
  'tryfirst',
  'trylast',
  'asyncio',
  'anyio',
  'django_db',
  'timeout',
  'flaky',
  'order',
  'dependency',
  'xdist_group',
];

/** Pytest: folders that configure it; without any, the Python tests of the repository together. */
export const pytestSuites: SuiteDetector = (files) => {
  const paths = ownPaths(files);
  const tests = paths.filter((path) => testFile.test(path));
  if (tests.length === 0) return [];
  const configured = configuredFolders(files, paths).filter(({ folder }) => tests.some((path) => isIn(folder, path)));
  const folders = configured.map(({ folder }) => folder);
  const left = tests.filter((path) => !folders.some((folder) => isIn(folder, path)));
  const bare = left.length > 0 && !folders.includes('') ? [projectFolderOf(paths, left)] : [];
  return [...configured, ...bare.map((folder) => ({ folder, config: null }))].map(({ folder, config }) => {
    const inner = folders.filter((other) => other !== folder && isIn(folder, `${other}/`));
    const own = tests.filter((path) => isIn(folder, path) && !inner.some((other) => isIn(other, path)));
    const read = own.flatMap((path) => files.texts.get(path) ?? []);
    const testTags = tagsOf(read.flatMap(marksIn));
    const named = namedIn(files, paths, folder);
    const version = versionOf(files, folder);
    const install = installOf(files, paths, folder);
    return suiteOf(
      folder,
      'PyTest',
      { testingFrameworkVersion: version?.version ?? null, testTags, installCommand: install.command },
      [
        named
          ? certain('testingFramework', `pytest in ${named.file}`, named)
          : config
            ? certain('testingFramework', `${baseOf(config)} configures pytest`, { file: config })
            : toCheck('testingFramework', 'Files named like tests of Python; nothing asks for pytest'),
        version === null ? null : certain('testingFrameworkVersion', 'As it is locked', { file: version.file }),
        config === null ? null : certain('configFile', 'Pytest finds it itself', { file: config }),
        install.finding,
        tagsFinding(testTags, read.length),
        certain('resultFiles', 'Pytest tells them itself; no JUnit XML is needed'),
      ],
      own,
    );
  });
};

function configuredFolders(files: RepositoryFiles, paths: readonly string[]): { folder: string; config: string }[] {
  const byFolder = new Map<string, string>();
  for (const [name, section] of configs) {
    for (const path of paths.filter((each) => baseOf(each) === name)) {
      const folder = folderOf(path);
      if (!byFolder.has(folder) && section.test(files.texts.get(path) ?? '')) byFolder.set(folder, path);
    }
  }
  return nearest(
    files,
    [...byFolder].map(([folder, config]) => ({ folder, config })),
    ({ folder }) => folder,
  );
}

/** @returns the folder above all tests that says what they need, the root unless there is one below */
function projectFolderOf(paths: readonly string[], tests: readonly string[]): string {
  const [first = ''] = tests;
  const shared = foldersUpFrom(folderOf(first)).filter((folder) => tests.every((path) => isIn(folder, path)));
  const says = ['pyproject.toml', 'setup.py', ...requirementFiles];
  return shared.find((folder) => says.some((name) => paths.includes(joined(folder, name)))) ?? '';
}

const dependencyFiles = ['pyproject.toml', 'setup.cfg', 'setup.py', 'Pipfile', 'tox.ini', ...requirementFiles];

function namesPytest(requirements: string): boolean {
  return /(^|["'\s])pytest(?![\w.:])/m.test(requirements);
}

function namedIn(files: RepositoryFiles, paths: readonly string[], folder: string) {
  for (const file of dependencyFiles.map((each) => joined(folder, each))) {
    const text = paths.includes(file) ? (files.texts.get(file) ?? '').replace(/^\[.*$/gm, '') : '';
    if (namesPytest(text)) return { file, line: lineOf(text, /\bpytest(?![\w.:])/) };
  }
  return null;
}

function versionOf(files: RepositoryFiles, folder: string): { version: string; file: string } | null {
  const locked = /name = "pytest"\s+version = "([^"]+)"/;
  const pinned = /^pytest==([^\s;#]+)/m;
  for (const name of ['uv.lock', 'poetry.lock', ...requirementFiles]) {
    const file = joined(folder, name);
    const text = files.texts.get(file) ?? '';
    const version = (locked.exec(text) ?? pinned.exec(text))?.[1];
    if (version) return { version, file };
  }
  return null;
}

/** @returns what has to be said about the packages; only a pyproject.toml or setup.py alone needs a command */
function installOf(
  files: RepositoryFiles,
  paths: readonly string[],
  folder: string,
): { command: string | null; finding: ProposalFinding } {
  const lock = (['uv.lock', 'poetry.lock'] as const).find((name) => paths.includes(joined(folder, name)));
  if (lock)
    return {
      command: null,
      finding: certain('installCommand', `Installs from ${lock}, kept between runs`, { file: joined(folder, lock) }),
    };
  const requirements = requirementFiles.filter((name) => paths.includes(joined(folder, name)));
  const bring = requirements.some((name) => namesPytest(files.texts.get(joined(folder, name)) ?? ''));
  const environment = bring ? null : pythonEnvironment(files, folder);
  if (environment) {
    const command = `python -m pip install ${environment.packages.join(' ')}`;
    return { command, finding: toCheck('installCommand', environment.why, environment.place) };
  }
  if (requirements.length > 0) {
    const why = `Installs by pip from ${requirements.join(', ')}`;
    const finding = bring
      ? certain('installCommand', why)
      : toCheck('installCommand', `${why}; pytest has to be there already`);
    return { command: null, finding };
  }
  const project = ['pyproject.toml', 'setup.py']
    .map((name) => joined(folder, name))
    .find((path) => paths.includes(path));
  if (project && /^\[project\]|^\[build-system\]|setup\(/m.test(files.texts.get(project) ?? '')) {
    const extra = extraWithPytest(files.texts.get(project) ?? '');
    const command = `python -m pip install -e ${extra ? `".[${extra}]"` : '.'} pytest`;
    return {
      command,
      finding: toCheck('installCommand', 'Nothing locks the packages: the project itself is installed', {
        file: project,
      }),
    };
  }
  return {
    command: null,
    finding: toCheck('installCommand', 'Nothing says which packages the tests need: those of the machine are used'),
  };
}

/** @returns the optional dependencies of pyproject.toml that bring pytest */
function extraWithPytest(text: string): string | null {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trimEnd() === '[project.optional-dependencies]');
  if (start < 0) return null;
  let extra: string | null = null;
  for (const line of lines.slice(start + 1)) {
    if (line.startsWith('[')) return null;
    const [begun, name = null] = /^([\w.-]+)\s*=/.exec(line) ?? [''];
    extra = name ?? extra;
    if (extra !== null && /\bpytest\b/.test(line.slice(begun.length))) return extra;
  }
  return null;
}

function marksIn(test: string): string[] {
  return [...test.matchAll(/\bpytest\.mark\.(\w+)/g)]
    .map(([, mark = '']) => mark)
    .filter((mark) => !builtInMarks.includes(mark));
}
