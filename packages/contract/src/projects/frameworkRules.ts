import type { ProjectRunner, ProjectSettings, TestingFramework } from './projectViews.ts';

/** Frameworks that Assay knows only by a command of the project's own and the JUnit XML that it writes. */
export function hasOwnCommand(framework: TestingFramework | ''): boolean {
  return framework === 'Other' || framework === 'Ingenious';
}

/** Spec A:142: whose configuration differs by version, so that it has to be said. */
export function asksForVersion(framework: TestingFramework | ''): boolean {
  return framework === 'Cypress';
}

/** Spec A:142: frameworks whose tests may or may not drive a browser through Selenium. */
export function asksForSelenium(framework: TestingFramework | ''): boolean {
  return framework === 'NUnit' || framework === 'CucumberJS' || framework === 'TestNG';
}

/** Spec A:142: frameworks of which there are tests for .NET Framework and for .NET Core. */
export function asksForDotnetCore(framework: TestingFramework | ''): boolean {
  return framework === 'NUnit';
}

/** Spec A:78: what carries a project's tests out. Java without TestNG and Ruby run by a command of their own. */
export function runnerOf({
  testingFramework,
  usingDotnetCore,
}: Pick<ProjectSettings, 'testingFramework' | 'usingDotnetCore'>): ProjectRunner {
  switch (testingFramework) {
    case 'NUnit':
      return usingDotnetCore === false ? 'dotnet' : 'dotnetcore';
    case 'CucumberJS':
      return 'cucumberjs';
    case 'TestNG':
      return 'testng';
    case 'Ingenious':
      return 'java';
    default:
      return 'other';
  }
}

/** Spec A:142: what holds NUnit tests ends with .dll. */
export function isDllName(name: string): boolean {
  return /.\.dll$/i.test(name.trim());
}

/** Spec A:142: a package of TestNG tests, which does not end with a dot. Nothing that is no Java name fits either. */
export function isPackageName(name: string): boolean {
  return /^[\p{L}_$][\p{L}\p{N}_$]*(\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(name.trim());
}

/**
 * Frameworks that run whole files only, or whose tests of a file build on each other in one browser: their files are
 * not split over runners, whatever a run asks for.
 */
export function keepsFilesTogether(framework: TestingFramework): boolean {
  return framework === 'Cypress' || framework === 'NightWatch';
}

/** Whether it makes a difference to a run if files are split over runners: of a command of its own it has no say. */
export function allowsParallelizationOption(framework: TestingFramework): boolean {
  return !keepsFilesTogether(framework) && !hasOwnCommand(framework);
}

/**
 * Spec A:78: build artifacts are used by the runners of .NET and TestNG, which run what was compiled before, and by
 * projects without a repository.
 */
export function hasBuildArtifacts({
  gitUrl,
  testingFramework,
}: Pick<ProjectSettings, 'gitUrl' | 'testingFramework'>): boolean {
  return gitUrl === null || testingFramework === 'NUnit' || testingFramework === 'TestNG';
}
