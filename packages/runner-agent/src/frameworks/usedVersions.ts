import { dirname, join } from 'node:path';
import { parseBoundedJson, type TestingFramework, type ToolVersion } from '@assay/contract';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { systemChromium } from '../browser/findChromium.ts';
import { versionIn } from '../capabilities/findCapabilities.ts';
import { printedBy } from '../process/printedBy.ts';
import { pythonNames } from '../process/pythonModules.ts';
import type { FrameworkContext } from './frameworkAdapter.ts';
import { findPackageOf, readIdentity } from './frameworkCli.ts';

const withoutNode: ReadonlySet<TestingFramework> = new Set(['NUnit', 'PyTest', 'TestNG']);
/** Packages that run tests or drive browsers, from npm. */
const nodePackages = [
  '@cucumber/cucumber',
  '@playwright/test',
  '@wdio/cli',
  'ava',
  'chromedriver',
  'cypress',
  'geckodriver',
  'jasmine',
  'jest',
  'mocha',
  'nightwatch',
  'playwright',
  'puppeteer',
  'selenium-webdriver',
  'tap',
  'vitest',
];
/** The same, from PyPI. */
const pythonPackages = [
  'behave',
  'playwright',
  'pytest',
  'pytest-asyncio',
  'pytest-playwright',
  'pytest-xdist',
  'selenium',
];
/** What starts the machine's own browser; Playwright, Puppeteer and Cypress bring theirs. */
const ofMachinesBrowser = ['@wdio/cli', 'chromedriver', 'nightwatch', 'selenium', 'selenium-webdriver'];

const answerWithinMs = 10_000;
/** Characters of Playwright's list of browsers, which has a tenth of them. */
const listBounds = { limit: 64 * 1024, depth: 4, elements: 2_000 };
const printPythonVersions = `
import sys
print('Python', sys.version.split()[0])
try:
    from importlib import metadata
except ImportError:
    sys.exit()
for name in sys.argv[1:]:
    try:
        print(name, metadata.version(name))
    except metadata.PackageNotFoundError:
        pass
`;

const PlaywrightBrowsers = Type.Object({
  browsers: Type.Array(Type.Object({ name: Type.String(), browserVersion: Type.Optional(Type.String()) })),
});

/** @returns the versions of what runs the tests, by name, each once; those that cannot be found out are left out. */
export async function usedVersions(context: FrameworkContext): Promise<ToolVersion[]> {
  const { testingFramework } = context.run.settings;
  const found = withoutNode.has(testingFramework)
    ? await versionsBeside(testingFramework, context)
    : await versionsOfNode(context);
  const needsBrowser = testingFramework === 'TestNG' || found.some(({ name }) => ofMachinesBrowser.includes(name));
  if (needsBrowser) found.push(...(await browserVersion(context)));
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function versionsOfNode(context: FrameworkContext): Promise<ToolVersion[]> {
  const { host, directory, environment } = context;
  const from = join(directory, 'package.json');
  const [packages, browsers, node] = await Promise.all([
    Promise.all(
      nodePackages.map(async (name) => {
        const manifest = await findPackageOf(host.files, from, name);
        const { version } = manifest === null ? {} : await readIdentity(host.files, manifest);
        return version ? [{ name, version }] : [];
      }),
    ),
    browsersOfPlaywright(context),
    host.find(environment, ['node']).then((program) => programVersion('Node', program, ['--version'], context)),
  ]);
  return [...packages.flat(), ...browsers, ...node];
}

/** @returns the browsers that a version of Playwright brings */
async function browsersOfPlaywright({ host: { files }, directory }: FrameworkContext): Promise<ToolVersion[]> {
  const ofTests = await findPackageOf(files, join(directory, 'package.json'), '@playwright/test', 'playwright');
  const core = ofTests && (await findPackageOf(files, ofTests, 'playwright-core'));
  const text = core && (await files.readText(join(dirname(core), 'browsers.json'), listBounds).catch(() => null));
  const parsed = text ? parseBoundedJson(text, listBounds) : null;
  if (!Value.Check(PlaywrightBrowsers, parsed)) return [];
  return ['chromium', 'firefox', 'webkit'].flatMap((name) => {
    const version = versionIn(parsed.browsers.find((each) => each.name === name)?.browserVersion ?? null);
    return version === null ? [] : [{ name: `Playwright's ${name}`, version }];
  });
}

async function versionsBeside(framework: TestingFramework, context: FrameworkContext): Promise<ToolVersion[]> {
  const { host, environment } = context;
  if (framework === 'PyTest') return await versionsOfPython(context);
  if (framework === 'NUnit') {
    return await programVersion('.NET', await host.find(environment, ['dotnet']), ['--version'], context);
  }
  return await programVersion('Java', await host.find(environment, ['java']), ['-version'], context);
}

async function versionsOfPython(context: FrameworkContext): Promise<ToolVersion[]> {
  const python = await context.host.find(context.environment, pythonNames());
  const said = await saidBy(python, ['-c', printPythonVersions, ...pythonPackages], context);
  const known = new Set(['Python', ...pythonPackages]);
  const found = new Map<string, string>();
  // The program may be the project's own.
  for (const [, name = '', version = ''] of said.matchAll(/^(\S{1,100}) (\S{1,100})\r?$/gm)) {
    if (known.has(name)) found.set(name, version);
  }
  return [...found].map(([name, version]) => ({ name, version }));
}

async function browserVersion(context: FrameworkContext): Promise<ToolVersion[]> {
  const { host, environment } = context;
  const browser = await systemChromium(host.files, environment);
  // On Windows it would open a window.
  if (process.platform === 'win32') return [];
  return await programVersion('Chrome', browser, ['--version'], context);
}

async function programVersion(
  name: string,
  program: string | null,
  args: string[],
  context: FrameworkContext,
): Promise<ToolVersion[]> {
  const version = versionIn(await saidBy(program, args, context));
  return version === null ? [] : [{ name, version }];
}

/**
 * @returns what the program prints, in the sandbox of the run; nothing where it is missing, and in containers, as each
 * question would start one
 */
async function saidBy(program: string | null, args: string[], context: FrameworkContext): Promise<string> {
  if (program === null || context.host.inContainer) return '';
  return await printedBy(program, args, context, answerWithinMs);
}
