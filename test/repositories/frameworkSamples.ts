import { manifest, passing, type SampleRepository, sums } from './sampleRepository.ts';

const chrome = `{ binary: '/usr/bin/chromium', args: ['--headless=new', '--no-sandbox', '--disable-gpu'] }`;
const page = `data:text/html,<title>Sums</title><p id="sum">3</p>`;
const pom = (dependency: string) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId>
  <artifactId>sums</artifactId>
  <version>1.0</version>
  <properties>
    <maven.compiler.source>11</maven.compiler.source>
    <maven.compiler.target>11</maven.compiler.target>
  </properties>
  <dependencies>
    ${dependency}
  </dependencies>
</project>
`;

/** Repositories of frameworks that Assay runs itself, other than pytest. */
export const frameworkSamples: readonly SampleRepository[] = [
  {
    name: 'playwright',
    kind: 'Playwright against the API of an app that its config starts',
    files: {
      'package.json': manifest({
        scripts: { start: 'node server.js', test: 'playwright test' },
        devDependencies: { '@playwright/test': '1.56.1' },
      }),
      'playwright.config.js': `module.exports = {
  testDir: './e2e',
  use: { baseURL: 'http://127.0.0.1:4173' },
  webServer: { command: 'npm start', url: 'http://127.0.0.1:4173/sum/1/2' },
};
`,
      'server.js': `require('node:http')
  .createServer(({ url }, response) => {
    const [, , a, b] = url.split('/');
    response.end(String(Number(a) + Number(b)));
  })
  .listen(4173, '127.0.0.1');
`,
      'e2e/sums.spec.js': `const { test, expect } = require('@playwright/test');

test('adds up @smoke', async ({ request }) => {
  expect(await (await request.get('/sum/1/2')).text()).toBe('3');
});
test('takes away', async ({ request }) => {
  expect(await (await request.get('/sum/3/-2')).text()).toBe('1');
});
test.skip('multiplies later', () => {});
`,
    },
    lock: { by: 'npm' },
    proposed: { framework: 'Playwright' },
    bare: { install: 'npm ci', test: 'npm test', countedBy: 'playwright' },
    tests: { 'adds up @smoke': 'PASS', 'takes away': 'PASS', 'multiplies later': 'SKIPPED' },
  },
  {
    name: 'cucumber',
    kind: 'CucumberJS with a profile, a failing scenario',
    files: {
      'package.json': manifest({
        scripts: { test: 'cucumber-js' },
        devDependencies: { '@cucumber/cucumber': '12.2.0' },
      }),
      'cucumber.js': "module.exports = { default: { paths: ['features/**/*.feature'] } };\n",
      'features/sums.feature': `Feature: Sums

  @smoke
  Scenario: adds up
    Then 1 and 2 are 3

  Scenario: takes away
    Then 3 and -2 are 1

  Scenario: divides
    Then 4 and 2 are 2
`,
      'features/steps/sums.js': `const assert = require('node:assert');
const { Then } = require('@cucumber/cucumber');

Then('{int} and {int} are {int}', (a, b, sum) => assert.strictEqual(a + b, sum));
`,
    },
    lock: { by: 'npm' },
    proposed: { framework: 'CucumberJS' },
    bare: { install: 'npm ci', test: 'npm test', countedBy: 'cucumber' },
    tests: { ...passing, divides: 'FAIL' },
  },
  {
    name: 'webdriverio',
    kind: 'WebDriverIO with Mocha, Chromium of the machine',
    files: {
      'package.json': manifest({
        type: 'module',
        scripts: { wdio: 'wdio run ./wdio.conf.js' },
        devDependencies: {
          '@wdio/cli': '9.20.0',
          '@wdio/local-runner': '9.20.0',
          '@wdio/mocha-framework': '9.20.0',
          '@wdio/spec-reporter': '9.20.0',
        },
      }),
      'wdio.conf.js': `export const config = {
  runner: 'local',
  specs: ['./test/specs/**/*.js'],
  capabilities: [
    {
      browserName: 'chrome',
      'goog:chromeOptions': ${chrome},
      'wdio:chromedriverOptions': { binary: '/usr/bin/chromedriver' },
    },
  ],
  logLevel: 'error',
  framework: 'mocha',
  reporters: ['spec'],
  mochaOpts: { ui: 'bdd', timeout: 60000 },
};
`,
      'test/specs/sums.js': `import { $, browser } from '@wdio/globals';
import assert from 'node:assert';

describe('sums', () => {
  it('adds up', async () => {
    await browser.url('${page}');
    assert.strictEqual(await $('#sum').getText(), '3');
  });
  it('takes away', async () => {
    await browser.url('${page}');
    assert.strictEqual(await browser.getTitle(), 'Sums');
  });
});
`,
    },
    lock: { by: 'npm' },
    needs: ['/usr/bin/chromium', '/usr/bin/chromedriver'],
    proposed: { framework: 'WebDriverIO' },
    bare: { install: 'npm ci', test: 'npm run wdio', countedBy: 'wdio' },
    tests: passing,
  },
  {
    name: 'nightwatch',
    kind: 'Nightwatch, Chromium of the machine',
    files: {
      'package.json': manifest({ scripts: { test: 'nightwatch' }, devDependencies: { nightwatch: '3.12.3' } }),
      'nightwatch.conf.js': `module.exports = {
  src_folders: ['tests'],
  webdriver: { start_process: true, server_path: '/usr/bin/chromedriver' },
  test_settings: {
    default: {
      desiredCapabilities: { browserName: 'chrome', 'goog:chromeOptions': ${chrome} },
    },
  },
};
`,
      'tests/sums.js': `describe('sums', () => {
  it('adds up', (browser) => {
    browser.url('${page}').assert.textEquals('#sum', '3');
  });
  it('takes away', (browser) => {
    browser.assert.titleContains('Sums');
  });
  after((browser) => browser.end());
});
`,
    },
    lock: { by: 'npm' },
    needs: ['/usr/bin/chromium', '/usr/bin/chromedriver'],
    proposed: { framework: 'NightWatch' },
    bare: { install: 'npm ci', test: 'npm test', countedBy: 'nightwatch' },
    tests: passing,
  },
  {
    name: 'testng',
    kind: 'TestNG, Maven',
    files: {
      'pom.xml': pom(
        '<dependency><groupId>org.testng</groupId><artifactId>testng</artifactId><version>7.5</version><scope>test</scope></dependency>',
      ),
      'src/test/java/org/example/SumsTest.java': `package org.example;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

public class SumsTest {
  @Test(description = "adds up")
  public void addsUp() {
    assertEquals(1 + 2, 3);
  }

  @Test
  public void takesAway() {
    assertEquals(3 - 2, 1);
  }
}
`,
    },
    needs: ['mvn', 'https://repo.maven.apache.org/maven2/'],
    proposed: { framework: 'TestNG' },
    bare: { test: 'mvn --batch-mode test', countedBy: 'maven' },
    tests: { addsUp: 'PASS', takesAway: 'PASS' },
  },
  {
    name: 'junit',
    kind: 'JUnit 5, Maven',
    files: {
      'pom.xml': pom(
        '<dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.10.2</version><scope>test</scope></dependency>',
      ),
      'src/test/java/org/example/SumsTest.java': `package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SumsTest {
  @Test
  void addsUp() {
    assertEquals(3, 1 + 2);
  }

  @Test
  void takesAway() {
    assertEquals(1, 3 - 2);
  }
}
`,
    },
    needs: ['mvn', 'https://repo.maven.apache.org/maven2/'],
    proposed: { framework: 'JUnit with Maven' },
    bare: { test: 'mvn --batch-mode test', countedBy: 'maven' },
    tests: { addsUp: 'PASS', takesAway: 'PASS' },
  },
  {
    name: 'make',
    kind: 'An own runner behind a target of make, which writes JUnit XML',
    files: {
      Makefile: 'test:\n\t@sh run-tests.sh\n',
      'run-tests.sh': `mkdir -p reports
if test "$((1 + 2))" = 3; then echo "ok - adds up"; fi
if test "$((3 - 2))" = 1; then echo "ok - takes away"; fi
echo '<testsuite name="sums"><testcase classname="sums" name="adds up"/><testcase classname="sums" name="takes away"/></testsuite>' > reports/results.xml
`,
      'sums.sh': 'echo $(($1 + $2))\n',
    },
    needs: ['make'],
    proposed: { framework: 'make test' },
    bare: { test: 'make test', countedBy: 'tape' },
    tests: passing,
  },
  {
    name: 'cypress',
    kind: 'Cypress component-free end-to-end tests',
    files: {
      'package.json': manifest({ scripts: { test: 'cypress run' }, devDependencies: { cypress: '15.3.0' } }),
      'cypress.config.js': 'module.exports = { e2e: { supportFile: false } };\n',
      'cypress/e2e/sums.cy.js': `it('adds up', () => expect(1 + 2).to.equal(3));
it('takes away', () => expect(3 - 2).to.equal(1));
`,
      'index.js': sums.commonJs,
    },
    lock: { by: 'npm' },
    needs: ['https://download.cypress.io'],
    proposed: { framework: 'Cypress' },
    bare: { install: 'npm ci', test: 'npm test', countedBy: 'mocha' },
    tests: passing,
  },
];
