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
