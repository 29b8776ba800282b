const named = (name: string, ...endings: string[]) => endings.map((ending) => `${name}.${ending}`);

/** The names that a framework itself looks for, in order of preference; of those that are configured by such a file. */
export const usualConfigFiles = {
  Playwright: named('playwright.config', 'ts', 'js', 'mts', 'mjs', 'cts', 'cjs'),
  Cypress: [...named('cypress.config', 'js', 'ts', 'mjs', 'cjs'), 'cypress.json'],
  WebDriverIO: named('wdio.conf', 'ts', 'mts', 'js', 'mjs', 'cjs'),
  NightWatch: [...named('nightwatch.conf', 'js', 'cjs', 'ts'), 'nightwatch.json'],
} as const;
