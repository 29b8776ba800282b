import { join } from 'node:path';
import { hasOwnCommand, type TestingFramework } from '@assay/contract';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import { UsageError } from '../usageError.ts';
import type { Places } from '../workspace/places.ts';
import { asksForPythonPackages } from '../workspace/pythonPackages.ts';

/**
 * The default images: full names, as podman requires, and pinned. For browsers it is the image of the project's own
 * Playwright version, which finds no other browsers.
 */
const defaults = {
  node: 'docker.io/library/node:22.17.1-bookworm',
  cypress: 'docker.io/cypress/browsers:22.20.0',
  python: 'docker.io/library/python:3.13.7-bookworm',
  maven: 'docker.io/library/maven:3.9.9-eclipse-temurin-21',
  gradle: 'docker.io/library/gradle:8.14-jdk21',
  dotnet: 'mcr.microsoft.com/dotnet/sdk:8.0.407',
} as const;
const playwright = { image: 'mcr.microsoft.com/playwright', version: '1.55.0' };

export type ImageFamily = keyof typeof defaults | 'browsers';
const families: readonly string[] = [...Object.keys(defaults), 'browsers'];

/** The images that the agent was started with: one for all, or per family. */
export type ImageChoice = { all: string | null; of: ReadonlyMap<string, string> };

/** Never begins like an option. */
const imageName = /^[a-z0-9][\w.:/@-]{0,254}$/i;
export function isImageName(text: string): boolean {
  return imageName.test(text);
}

/**
 * @param given as `node:24`, or with its family as prefix: `python=registry.example.org/python:3.12`
 * @throws UsageError
 */
export function imageChoiceOf(given: readonly string[]): ImageChoice {
  const of = new Map<string, string>();
  let all: string | null = null;
  for (const text of given) {
    const [family, image] = text.includes('=') ? text.split('=', 2) : [null, text];
    if (!image || !isImageName(image)) throw new UsageError(`--image: '${text}' is not the name of an image.`);
    if (family !== null && family !== undefined && !families.includes(family)) {
      throw new UsageError(`--image: '${family}' is not one of ${families.join(', ')}.`);
    }
    if (family) of.set(family, image);
    else all = image;
  }
  return { all, of };
}

/**
 * @param places the tests' working directory and the folders above it in the repository, the nearest first
 * @param modules the folder of the frameworks that come with Assay
 */
export async function imageOf(
  files: ProjectFiles,
  framework: TestingFramework,
  places: Places,
  choice: ImageChoice,
  modules: string | null,
): Promise<string> {
  const family = await familyOf(files, framework, places[0]);
  const chosen = choice.of.get(family) ?? choice.all;
  if (chosen !== null) return chosen;
  return family === 'browsers' ? browsersImage(await playwrightVersion(files, places, modules)) : defaults[family];
}

/** The family that a framework needs. A project's own command may run tests in any language; its files tell which. */
export async function familyOf(
  files: ProjectFiles,
  framework: TestingFramework,
  directory: string,
): Promise<ImageFamily> {
  const has = async (...names: string[]) =>
    (await files.firstExisting(names.map((name) => join(directory, name)))) !== null;
  const maven = await has('pom.xml');
  const gradle = !maven && (await has('build.gradle', 'build.gradle.kts'));
  if (hasOwnCommand(framework) && !(await has('package.json'))) {
    if (await asksForPythonPackages(files, directory)) return 'python';
    if (gradle || maven) return gradle ? 'gradle' : 'maven';
    const entries = (await files.list(directory)) ?? [];
    return entries.some(({ name }) => /\.(sln|slnx|csproj)$/.test(name)) ? 'dotnet' : 'node';
  }
  switch (framework) {
    case 'CucumberJS':
    case 'Ingenious':
    case 'Other':
      return 'node';
    case 'Playwright':
    case 'WebDriverIO':
    case 'NightWatch':
      return 'browsers';
    case 'Cypress':
      return 'cypress';
    case 'PyTest':
      return 'python';
    case 'TestNG':
      return gradle ? 'gradle' : 'maven';
    case 'NUnit':
      return 'dotnet';
    default:
      return unknown(framework);
  }
}

/** Later versions of Playwright have images with a newer Ubuntu. */
export function browsersImage(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return `${playwright.image}:v${version}-${major > 1 || minor >= 50 ? 'noble' : 'jammy'}`;
}

/**
 * @returns the version in the nearest lock file or package.json that has an exact one, else the one that comes with
 * Assay.
 */
export async function playwrightVersion(files: ProjectFiles, places: Places, modules: string | null): Promise<string> {
  const read = async (...path: string[]) => (await files.readText(join(...path))) ?? '';
  const inFiles = [
    ['package-lock.json', /"node_modules\/@playwright\/test":\s*\{\s*"version":\s*"(\d+\.\d+\.\d+)"/],
    ['yarn.lock', /^"?@playwright\/test@[^\n]*\n\s+version:? "?(\d+\.\d+\.\d+)/m],
    ['pnpm-lock.yaml', /^\s+['"]?\/?@playwright\/test[@/](\d+\.\d+\.\d+)/m],
    ['package.json', /"@playwright\/test":\s*"(\d+\.\d+\.\d+)"/],
  ] as const;
  for (const place of places) {
    for (const [name, pattern] of inFiles) {
      const version = pattern.exec(await read(place, name))?.[1];
      if (version) return version;
    }
  }
  const own = modules === null ? '' : await read(modules, '@playwright/test/package.json');
  return /"version":\s*"(\d+\.\d+\.\d+)"/.exec(own)?.[1] ?? playwright.version;
}

function unknown(framework: never): never {
  throw new Error(`no image is known for ${framework}`);
}
