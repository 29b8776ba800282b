import {
  baseOf,
  folderOf,
  isIn,
  joined,
  lineOf,
  nearest,
  ownPaths,
  type RepositoryFiles,
  seenFrom,
} from './repositoryFiles.ts';
import { certain, type SuiteDetector, suiteOf, tagsFinding, tagsOf, toCheck } from './suite.ts';

export const javaBuildFiles = ['pom.xml', 'build.gradle', 'build.gradle.kts'];
const javaTest = /^(?=.*\.(?:java|kt)$)(.*?\/)?src\/test\/(?:java|kotlin)\/(.+)\/[^/]+\.(?:java|kt)$/;

/** TestNG: folders whose Maven or Gradle build asks for it. */
export const testngSuites: SuiteDetector = (files) => {
  const paths = ownPaths(files);
  const builds = paths.filter(
    (path) => javaBuildFiles.includes(baseOf(path)) && asksForTestng(files.texts.get(path) ?? ''),
  );
  return nearest(files, builds, folderOf).flatMap((build) => {
    const folder = folderOf(build);
    const text = files.texts.get(build) ?? '';
    const tests = paths.filter(
      (path) => isIn(folder, path) && /^src\/test\/(java|kotlin)\/.*\.(java|kt)$/.test(seenFrom(folder, path)),
    );
    if (tests.length === 0) return [];
    const testPackages = topPackages(tests.flatMap((path) => javaTest.exec(path)?.[2] ?? []));
    const suiteFile = ['testng.xml', 'src/test/resources/testng.xml'].find((name) =>
      paths.includes(joined(folder, name)),
    );
    const read = tests.flatMap((path) => files.texts.get(path) ?? []);
    const testTags = tagsOf(read.flatMap(groupsIn));
    const version = versionIn(text);
    const selenium = /selenium/i.test(text);
    return [
      suiteOf(
        folder,
        'TestNG',
        {
          testingFrameworkVersion: version,
          configFile: suiteFile ?? null,
          testPackages,
          testTags,
          usingSelenium: selenium,
        },
        [
          certain('testingFramework', `testng in ${build}`, { file: build, line: lineOf(text, /testng/i) }),
          version === null ? null : certain('testingFrameworkVersion', `As ${baseOf(build)} has it`, { file: build }),
          suiteFile
            ? certain('configFile', 'The suite file says which tests run', { file: joined(folder, suiteFile) })
            : null,
          testPackages.length > 0
            ? certain('testPackages', 'The packages of the tests')
            : toCheck('testPackages', 'The tests are in no package'),
          selenium
            ? certain('usingSelenium', `Selenium in ${build}`, { file: build, line: lineOf(text, /selenium/i) })
            : certain('usingSelenium', `${baseOf(build)} does not ask for Selenium`),
          certain('installCommand', `Built by ${baseOf(build) === 'pom.xml' ? 'Maven' : 'Gradle'}`, { file: build }),
          tagsFinding(testTags, read.length),
          certain('resultFiles', 'TestNG tells them itself; no JUnit XML is needed'),
        ],
        tests,
      ),
    ];
  });
};

/** Whether a build of Java asks for TestNG. */
export function asksForTestng(build: string): boolean {
  return /org\.testng|useTestNG|<artifactId>\s*testng\s*</.test(build);
}

/** @returns whether the build has tests of its own */
export function javaTestsOf(files: RepositoryFiles, folder: string): string[] {
  return ownPaths(files).filter((path) => isIn(folder, path) && javaTest.test(path));
}

/** @returns the packages that hold all others: where all share a beginning of two words, that one */
function topPackages(folders: readonly string[]): string[] {
  // With a dot at their ends, packages directly follow the one that holds them.
  const all = [...new Set(folders.map((folder) => `${folder.replaceAll('/', '.')}.`))].sort();
  const tops: string[] = [];
  let top: string | null = null;
  for (const name of all) {
    if (top !== null && name.startsWith(top)) continue;
    top = name;
    tops.push(name.slice(0, -1));
  }
  const [first = ''] = tops;
  const words = first.split('.');
  let shared = words.length;
  while (shared > 0 && !tops.every((name) => `${name}.`.startsWith(`${words.slice(0, shared).join('.')}.`)))
    shared -= 1;
  return tops.length > 1 && shared >= 2 ? [words.slice(0, shared).join('.')] : tops.slice(0, 50);
}

function versionIn(build: string): string | null {
  const written =
    /<artifactId>\s*testng\s*<\/artifactId>\s*<version>([^<]+)</.exec(build)?.[1] ??
    /org\.testng:testng:([\w.-]+)/.exec(build)?.[1];
  const property = /^\$\{(.+)\}$/.exec(written ?? '')?.[1];
  if (property === undefined) return written ?? null;
  return build.split(`<${property}>`)[1]?.split('<')[0]?.trim() ?? null;
}

function groupsIn(test: string): string[] {
  return [...test.matchAll(/\bgroups\s*=\s*(\{[^{}]*\}|"[^"]+")/g)].flatMap(([, groups = '']) =>
    [...groups.matchAll(/"([^"]+)"/g)].map(([, group = '']) => group),
  );
}
