import type { ProjectSettings } from '@assay/contract';
import type { ProcessHost } from '../process/processHost.ts';
import { findChromeDriver } from './findChromeDriver.ts';

/**
 * @returns variables that make Selenium, in any language, use the machine's chromedriver instead of downloading one;
 * empty for projects without Selenium, or on a machine without Chrome and its driver.
 */
export async function seleniumEnvironment(
  { usingSelenium }: Pick<ProjectSettings, 'usingSelenium'>,
  environment: NodeJS.ProcessEnv,
  host: Pick<ProcessHost, 'find' | 'isolated' | 'inContainer'>,
): Promise<NodeJS.ProcessEnv> {
  const found = usingSelenium ? await findChromeDriver(environment, host) : null;
  if (!found?.driver) return {};
  return { SE_CHROMEDRIVER: found.driver, CHROME_BIN: found.binary, SE_AVOID_STATS: 'true' };
}
