import type { ProjectSettings } from './projectViews.ts';

/**
 * How the tests of a framework without an adapter are run so that their results can be read: the settings of a project
 * with the framework 'Other'.
 */
export type CommandPreset = {
  id: string;
  /** As people call it; `otherFramework` of the project. */
  name: string;
  /** Its program in a command. */
  program: RegExp;
  testCommand: string;
  resultFiles: readonly string[];
  /** Null: packages are installed by the lock file that is there. */
  installCommand: string | null;
  /** What the project has to bring for its command, besides the framework; null: nothing. */
  needs: string | null;
};

/** Jasmine takes a reporter with options only from a helper file, whose path it sees from the folder of the specs. */
export const jasmineHelper = String.raw`node -e "require('fs').writeFileSync('node_modules/assay-jasmine.cjs', 'jasmine.getEnv().addReporter(new (require(\"jasmine-reporters\").JUnitXmlReporter)({savePath:\"results\"}))')"`;

export const commandPresets = [
  {
    id: 'mocha',
    name: 'Mocha',
    program: /\bmocha\b/,
    testCommand: 'npx mocha --reporter xunit --reporter-option output=results/mocha.xml',
    resultFiles: ['results/mocha.xml'],
    installCommand: null,
    needs: null,
  },
  {
    id: 'jest',
    name: 'Jest',
    program: /\bjest\b/,
    testCommand: 'npx jest --ci --reporters=default --reporters=jest-junit',
    resultFiles: ['junit.xml'],
    installCommand: null,
    needs: 'jest-junit',
  },
  {
    id: 'vitest',
    name: 'Vitest',
    program: /\bvitest\b/,
    testCommand: 'npx vitest run --reporter=default --reporter=junit --outputFile.junit=results/vitest.xml',
    resultFiles: ['results/vitest.xml'],
    installCommand: null,
    needs: null,
  },
  {
    id: 'nodeTest',
    name: 'node:test',
    program: /\bnode\b[^&|;]*--test\b/,
    testCommand:
      'node --test --test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination=results.xml',
    resultFiles: ['results.xml'],
    installCommand: null,
    needs: null,
  },
  {
    id: 'ava',
    name: 'AVA',
    program: /\bava\b/,
    testCommand: 'npx ava --tap | npx tap-junit > ava.xml',
    resultFiles: ['ava.xml'],
    installCommand: null,
    needs: 'tap-junit',
  },
  {
    id: 'jasmine',
    name: 'Jasmine',
    program: /\bjasmine\b/,
    testCommand: 'npx jasmine --helper={,../,../../}node_modules/assay-jasmine.cjs',
    resultFiles: ['results/junitresults.xml'],
    installCommand: `npm ci && npm install --no-save jasmine-reporters && ${jasmineHelper}`,
    needs: 'jasmine-reporters',
  },
  {
    id: 'tap',
    name: 'tap',
    program: /(^|\s)(npx )?tap(?![\w-])/,
    testCommand: 'npx tap --reporter=junit --reporter-file=tap.xml',
    resultFiles: ['tap.xml'],
    installCommand: null,
    needs: null,
  },
  {
    id: 'tape',
    name: 'tape',
    program: /\btape\b/,
    testCommand: 'npx tape "test/**/*.js" | npx tap-junit > tape.xml',
    resultFiles: ['tape.xml'],
    installCommand: null,
    needs: 'tap-junit',
  },
  {
    id: 'uvu',
    name: 'uvu',
    program: /\buvu\b/,
    testCommand:
      'node --test --test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination=results.xml tests/*.js',
    resultFiles: ['results.xml'],
    installCommand: null,
    needs: null,
  },
  {
    id: 'karma',
    name: 'Karma',
    program: /\bkarma\b/,
    testCommand: 'npx karma start --single-run --reporters progress,junit',
    resultFiles: ['**/TESTS-*.xml'],
    installCommand: null,
    needs: 'karma-junit-reporter',
  },
  {
    id: 'bun',
    name: 'Bun',
    program: /\bbun test\b/,
    testCommand: 'bun test --reporter=junit --reporter-outfile=bun.xml',
    resultFiles: ['bun.xml'],
    installCommand: 'bun install',
    needs: null,
  },
  {
    id: 'deno',
    name: 'Deno',
    program: /\bdeno test\b/,
    testCommand: 'deno test --allow-all --junit-path=deno.xml',
    resultFiles: ['deno.xml'],
    installCommand: null,
    needs: null,
  },
  {
    id: 'rspec',
    name: 'RSpec',
    program: /\brspec\b/,
    testCommand: 'bundle exec rspec --format progress --format RspecJunitFormatter --out results/rspec.xml',
    resultFiles: ['results/rspec.xml'],
    installCommand: 'bundle install',
    needs: 'rspec_junit_formatter',
  },
  {
    id: 'go',
    name: 'Go',
    program: /\bgo test\b/,
    testCommand: 'go run gotest.tools/gotestsum@latest --junitfile results.xml ./...',
    resultFiles: ['results.xml'],
    installCommand: null,
    needs: null,
  },
  {
    id: 'phpunit',
    name: 'PHPUnit',
    program: /\bphpunit\b/,
    testCommand: 'vendor/bin/phpunit --log-junit results.xml',
    resultFiles: ['results.xml'],
    installCommand: 'composer install --no-interaction',
    needs: null,
  },
  {
    id: 'maven',
    name: 'JUnit with Maven',
    program: /\bmvnw?\b/,
    testCommand: 'mvn --batch-mode test',
    resultFiles: ['**/target/surefire-reports/TEST-*.xml'],
    installCommand: null,
    needs: null,
  },
  {
    id: 'gradle',
    name: 'JUnit with Gradle',
    program: /\bgradlew?\b/,
    testCommand: './gradlew test --continue',
    resultFiles: ['**/build/test-results/**/*.xml'],
    installCommand: null,
    needs: null,
  },
] as const satisfies readonly CommandPreset[];

export type CommandPresetId = (typeof commandPresets)[number]['id'];

/** @returns the settings that a preset stands for */
export function settingsOfPreset(
  id: CommandPresetId,
): Pick<ProjectSettings, 'testingFramework' | 'otherFramework' | 'testCommand' | 'resultFiles' | 'installCommand'> {
  const preset: CommandPreset | undefined = commandPresets.find((each) => each.id === id);
  if (!preset) throw new TypeError(`There is no preset '${id}'`);
  return {
    testingFramework: 'Other',
    otherFramework: preset.name,
    testCommand: preset.testCommand,
    resultFiles: [...preset.resultFiles],
    installCommand: preset.installCommand,
  };
}
