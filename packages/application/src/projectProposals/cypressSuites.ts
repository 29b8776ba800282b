import { configuredSuites } from './configuredSuites.ts';
import type { SuiteDetector } from './suite.ts';

export const cypressSuites: SuiteDetector = (files) =>
  configuredSuites(files, {
    framework: 'Cypress',
    packages: ['cypress'],
    program: /\bcypress\s+(run|open)\b/,
    testFile: /\.cy\.[cm]?[jt]sx?$|^(?=.*\.([cm]?[jt]sx?|feature)$)(.*\/)?cypress\/(e2e|integration)\//,
    // What it names are globs, such as 'cypress/e2e/**'; the names of the files tell as much.
    testFolder: /(?!)/,
    about: (config) => {
      const url = /\bbaseUrl["']?:\s*['"`]([^'"`]+)/.exec(config)?.[1];
      return url ? `Expects the app at ${url}` : null;
    },
  });
