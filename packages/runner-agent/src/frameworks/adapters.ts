import type { TestingFramework } from '@assay/contract';
import { UnitProblem } from '../units/unitProblem.ts';
import { cucumberAdapter } from './cucumber/cucumberAdapter.ts';
import { cypressAdapter } from './cypress/cypressAdapter.ts';
import type { FrameworkAdapter } from './frameworkAdapter.ts';
import { nightwatchAdapter } from './nightwatch/nightwatchAdapter.ts';
import { nunitAdapter } from './nunit/nunitAdapter.ts';
import { commandAdapter } from './other/commandAdapter.ts';
import { playwrightAdapter } from './playwright/playwrightAdapter.ts';
import { pytestAdapter } from './pytest/pytestAdapter.ts';
import { testngAdapter } from './testng/testngAdapter.ts';
import { webdriverioAdapter } from './webdriverio/webdriverioAdapter.ts';

/** @returns what lists and runs the tests of a framework. */
export function adapterOf(framework: TestingFramework): FrameworkAdapter {
  switch (framework) {
    case 'CucumberJS':
      return cucumberAdapter;
    case 'Cypress':
      return cypressAdapter;
    case 'NightWatch':
      return nightwatchAdapter;
    case 'NUnit':
      return nunitAdapter;
    case 'Playwright':
      return playwrightAdapter;
    case 'PyTest':
      return pytestAdapter;
    case 'TestNG':
      return testngAdapter;
    case 'WebDriverIO':
      return webdriverioAdapter;
    case 'Ingenious':
    case 'Other':
      return commandAdapter;
    default:
      return unknown(framework);
  }
}

function unknown(framework: never): never {
  throw new UnitProblem(
    'framework.notFound',
    `This runner agent cannot run ${framework}. It may be older than the service.`,
  );
}
