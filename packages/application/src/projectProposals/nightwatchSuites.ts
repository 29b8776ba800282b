import { browsersNamed, configuredSuites } from './configuredSuites.ts';
import type { SuiteDetector } from './suite.ts';

export const nightwatchSuites: SuiteDetector = (files) =>
  configuredSuites(files, {
    framework: 'NightWatch',
    packages: ['nightwatch'],
    program: /\bnightwatch\b/,
    testFile: /^(?=.*\.[cm]?[jt]s$)(.*\/)?(tests?|specs?|e2e|nightwatch)\//,
    testFolder: /\bsrc_folders["']?:\s*\[\s*['"`]([^'"`]+)/,
    about: browsersNamed,
  });
