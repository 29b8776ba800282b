import { browsersNamed, configuredSuites } from './configuredSuites.ts';
import type { SuiteDetector } from './suite.ts';

/** Tags of Playwright are words of a title that begin with @, or are listed as such. */
export const playwrightSuites: SuiteDetector = (files) =>
  configuredSuites(files, {
    framework: 'Playwright',
    packages: ['@playwright/test'],
    program: /\bplaywright\s+test\b/,
    testFile: /\.(spec|test)\.[cm]?[jt]sx?$/,
    testFolder: /\btestDir:\s*['"`]([^'"`]+)/,
    about: (config) => {
      const facts = [browsersNamed(config), /\bwebServer\b/.test(config) ? 'starts the app itself' : null];
      const said = facts.filter((fact) => fact !== null).join(', ');
      return said === '' ? null : said.charAt(0).toUpperCase() + said.slice(1);
    },
    tagsIn: (test) => {
      const titles = [...test.matchAll(/\b(?:test|describe|it)[\w.]{0,100}\(\s*(['"`])(.{0,1000}?)\1/g)].map(
        ([, , title = '']) => title,
      );
      const listed = [...test.matchAll(/\btag:\s*(\[[^[\]]*\]|['"`][^'"`]+)/g)].map(([, tags = '']) => tags);
      return [...titles, ...listed].flatMap((text) => text.match(/@[\w:-]+/g) ?? []);
    },
  });
