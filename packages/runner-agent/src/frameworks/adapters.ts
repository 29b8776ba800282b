import { hasOwnCommand, type TestingFramework } from '@assay/contract';
import { UnitProblem } from '../units/unitProblem.ts';
import { cucumberAdapter } from './cucumber/cucumberAdapter.ts';
import type { FrameworkAdapter } from './frameworkAdapter.ts';
import { nightwatchAdapter } from './nightwatch/nightwatchAdapter.ts';
import { commandAdapter } from './other/commandAdapter.ts';
import { playwrightAdapter } from './playwright/playwrightAdapter.ts';
import { pytestAdapter } from './pytest/pytestAdapter.ts';
import { testngAdapter } from './testng/testngAdapter.ts';
import { webdriverioAdapter } from './webdriverio/webdriverioAdapter.ts';

/** @throws UnitProblem framework.notFound for a framework that this agent cannot run. */
export function adapterOf(framework: TestingFramework): FrameworkAdapter {
  if (framework === 'CucumberJS') return cucumberAdapter;
  if (framework === 'Playwright') return playwrightAdapter;
  if (framework === 'WebDriverIO') return webdriverioAdapter;
  if (framework === 'NightWatch') return nightwatchAdapter;
  if (framework === 'TestNG') return testngAdapter;
  if (framework === 'PyTest') return pytestAdapter;
  if (hasOwnCommand(framework)) return commandAdapter;
  throw new UnitProblem(
    'framework.notFound',
    `This runner agent cannot run ${framework}. Choose CucumberJS, Playwright or Other (any command that writes JUnit XML).`,
  );
}
