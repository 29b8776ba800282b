import { browsersNamed, configuredSuites } from './configuredSuites.ts';
import { gherkinTags } from './cucumberSuites.ts';
import type { SuiteDetector } from './suite.ts';

export const webdriverioSuites: SuiteDetector = (files) =>
  configuredSuites(files, {
    framework: 'WebDriverIO',
    packages: ['@wdio/cli', 'webdriverio'],
    program: /\bwdio\b/,
    testFile: /\.(spec|test|e2e)\.[cm]?[jt]sx?$|\.feature$|^(?=.*\.[cm]?[jt]sx?$)(.*\/)?specs\//,
    testFolder: /(?!)/,
    about: browsersNamed,
    tagsIn: gherkinTags,
  });
