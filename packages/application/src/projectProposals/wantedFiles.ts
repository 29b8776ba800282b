import { nodeLockFiles, requirementFiles, runtimeFiles, usualConfigFiles } from '@assay/contract';
import { baseOf, byDepth, ownPaths } from './repositoryFiles.ts';
import { javaBuildFiles } from './testngSuites.ts';
import { workflowFile } from './workflows.ts';

const limits = { settings: 200, locks: 20, tests: 60 };
const locks: readonly string[] = [...nodeLockFiles.map(([name]) => name), 'uv.lock', 'poetry.lock'];
const settings: readonly string[] = [
  'package.json',
  ...Object.values(usualConfigFiles).flat(),
  ...['pytest.ini', '.pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg', 'setup.py', 'Pipfile'],
  ...requirementFiles.map(baseOf),
  ...javaBuildFiles,
  ...runtimeFiles.map(baseOf),
  ...['Gemfile', 'composer.json', 'deno.json', 'deno.jsonc', 'Makefile', 'noxfile.py', 'hatch.toml', '.yarnrc.yml'],
];
/** Config files of other names, as scripts give them. */
const namedConfig = /(^|\/)(playwright|cypress|wdio|nightwatch)[\w.-]*\.(c|m)?[jt]s$/;
const test =
  /(\.(spec|test|cy|e2e)\.[cm]?[jt]sx?|\.feature|(^|\/)(test_[^/]*|[^/]*_test)\.py|(^|\/)[^/]*Tests?\.(java|cs)|(^|\/)tests?\/[^/]*\.[cm]?[jt]s)$/;

/** Bytes: lock files of large repositories have megabytes, and are searched for one package only. */
const longest = { text: 512 * 1024, lock: 8 * 1024 ** 2 };

/** @returns the most bytes that a file may have for its text to be read; a longer one counts by its name only */
export function longestText(path: string): number {
  return locks.includes(baseOf(path)) ? longest.lock : longest.text;
}

/** @returns the files whose texts are worth reading, the nearest to the root first; a few of many tests */
export function wantedFiles(paths: readonly string[]): string[] {
  const own = byDepth([...ownPaths({ paths, texts: new Map() })].sort(), (path) => path);
  const isSettings = (path: string) =>
    settings.includes(baseOf(path)) || path.endsWith('.csproj') || workflowFile.test(path) || namedConfig.test(path);
  return [
    ...own.filter(isSettings).slice(0, limits.settings),
    ...own.filter((path) => locks.includes(baseOf(path))).slice(0, limits.locks),
    ...own.filter((path) => test.test(path) && !isSettings(path)).slice(0, limits.tests),
  ];
}
