import type { ProjectRunner, ProjectSettings, TestingFramework } from './projectViews.ts';

/** Frameworks that Assay runs only through the project's own command, reading the JUnit XML it writes. */
export function hasOwnCommand(framework: TestingFramework | ''): boolean {
  return framework === 'Other' || framework === 'Ingenious';
}

/** The configuration of these frameworks differs by version, so the form asks for the version. */
export function asksForVersion(framework: TestingFramework | ''): boolean {
  return framework === 'Cypress';
}

/** Frameworks whose tests may or may not drive a browser through Selenium. */
export function asksForSelenium(framework: TestingFramework | ''): boolean {
  return framework === 'NUnit' || framework === 'CucumberJS' || framework === 'TestNG';
}

/** Frameworks whose tests are built for either .NET Framework or .NET Core. */
export function asksForDotnetCore(framework: TestingFramework | ''): boolean {
  return framework === 'NUnit';
}

/** The runner that executes a project's tests. Ruby, and Java without TestNG, use the project's own command. */
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

/** NUnit tests are in .dll files. */
export function isDllName(name: string): boolean {
  return /.\.dll$/i.test(name.trim());
}

/** A package of TestNG tests is a Java package name, without a dot at its end. */
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

/** Whether splitting files over runners makes a difference; it does not for a project's own command. */
export function allowsParallelizationOption(framework: TestingFramework): boolean {
  return !keepsFilesTogether(framework) && !hasOwnCommand(framework);
}

/**
 * Build artifacts are used by .NET and TestNG, whose runners execute compiled code, and by projects without a
 * repository.
 */
export function hasBuildArtifacts({
  gitUrl,
  testingFramework,
}: Pick<ProjectSettings, 'gitUrl' | 'testingFramework'>): boolean {
  return gitUrl === null || testingFramework === 'NUnit' || testingFramework === 'TestNG';
}
