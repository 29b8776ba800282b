import type { ProjectSettings, TestingFramework } from './projectViews.ts';

/** Frameworks that Assay knows only by a command of the project's own and the JUnit XML that it writes. */
export function hasOwnCommand(framework: TestingFramework | ''): boolean {
  return framework === 'Other' || framework === 'Ingenious';
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
