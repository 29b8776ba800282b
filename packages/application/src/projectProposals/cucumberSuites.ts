import { dependencyOf, nodeInstallFinding, nodePackages, versionFound } from './nodePackages.ts';
import { baseOf, folderOf, isIn, nearest, ownPaths } from './repositoryFiles.ts';
import { certain, type SuiteDetector, suiteOf, tagsFinding, tagsOf, toCheck } from './suite.ts';

const usual = /^cucumber\.(js|cjs|mjs|json|ya?ml)$/;
const names = ['@cucumber/cucumber', 'cucumber'];
/** With these, the scenarios are another framework's. */
const otherRunners = [
  '@wdio/cucumber-framework',
  '@badeball/cypress-cucumber-preprocessor',
  'playwright-bdd',
  'nightwatch',
];

/** CucumberJS: packages that ask for it and have feature files. */
export const cucumberSuites: SuiteDetector = (files) => {
  const packages = nodePackages(files);
  const paths = ownPaths(files);
  return nearest(files, packages, ({ folder }) => folder)
    .filter(({ dependencies }) => names.some((name) => dependencies[name] !== undefined))
    .filter(({ dependencies }) => !otherRunners.some((name) => dependencies[name] !== undefined))
    .flatMap(({ folder }) => {
      const features = paths.filter((path) => isIn(folder, path) && path.endsWith('.feature'));
      if (features.length === 0) return [];
      const dependency = dependencyOf(packages, folder, names);
      if (!dependency) return [];
      const { version, finding } = versionFound(files, folder, dependency);
      const config = paths.find((path) => folderOf(path) === folder && usual.test(baseOf(path))) ?? null;
      const read = features.flatMap((path) => files.texts.get(path) ?? []);
      const testTags = tagsOf(read.flatMap(gherkinTags));
      const selenium = dependencyOf(packages, folder, ['selenium-webdriver']);
      const isOld = dependency.name === 'cucumber';
      return [
        suiteOf(
          folder,
          'CucumberJS',
          {
            testingFrameworkVersion: version,
            configFile: config === null ? null : baseOf(config),
            testTags,
            usingSelenium: selenium !== null,
          },
          [
            isOld
              ? toCheck(
                  'testingFramework',
                  "Assay runs version 7 and later, whose package is '@cucumber/cucumber'",
                  dependency,
                )
              : certain('testingFramework', `${dependency.name} in ${dependency.file}`, dependency),
            finding,
            config === null ? null : certain('configFile', 'The config file of CucumberJS', { file: config }),
            selenium
              ? certain('usingSelenium', `${selenium.name} in ${selenium.file}`, selenium)
              : certain('usingSelenium', 'No package.json asks for selenium-webdriver'),
            nodeInstallFinding(files, folder),
            tagsFinding(testTags, read.length),
            certain('resultFiles', 'CucumberJS tells them itself; no JUnit XML is needed'),
          ],
          features,
        ),
      ];
    });
};

/** @returns the tags of features and scenarios; none for a file that is no feature */
export function gherkinTags(text: string): string[] {
  if (!/^\s*(#.*\n\s*)*(@|[A-Z]\w+:)/.test(text)) return [];
  return text.split('\n').flatMap((line) => (/^\s*@/.test(line) ? (line.match(/@[^\s@#]+/g) ?? []) : []));
}
