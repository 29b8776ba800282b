import type { ProposalFinding, ProposedField, ProposedSettings, TestingFramework } from '@assay/contract';
import { limits } from '@assay/contract';
import type { RepositoryFiles } from './repositoryFiles.ts';

/** Tests that run together, as one project would. */
export type Suite = {
  /** Where they run; '' for the root of the repository. */
  folder: string;
  settings: ProposedSettings;
  findings: ProposalFinding[];
  testFiles: string[];
};

/** Looks for the suites of one framework, or of one kind. */
export type SuiteDetector = (files: RepositoryFiles) => Suite[];

export function suiteOf(
  folder: string,
  testingFramework: TestingFramework,
  given: Partial<ProposedSettings>,
  findings: readonly (ProposalFinding | null)[],
  testFiles: readonly string[],
): Suite {
  const settings: ProposedSettings = {
    workingDirectory: folder === '' ? null : folder,
    testingFramework,
    otherFramework: null,
    testingFrameworkVersion: null,
    usingSelenium: null,
    usingDotnetCore: null,
    configFile: null,
    testCommand: null,
    resultFiles: [],
    testPackages: [],
    testArtifacts: [],
    testTags: [],
    installCommand: null,
    buildCommand: null,
    ...given,
  };
  return { folder, settings, findings: findings.filter((finding) => finding !== null), testFiles: [...testFiles] };
}

type Place = { file: string; line?: number | null };

/** What is certain of a setting, and where that is written. */
export function certain(field: ProposedField, why: string, place?: Place): ProposalFinding {
  return { field, certain: true, why, file: place?.file ?? null, line: place?.line ?? null };
}

/** What somebody should look at. */
export function toCheck(field: ProposedField, why: string, place?: Place): ProposalFinding {
  return { ...certain(field, why, place), certain: false };
}

/** @returns the finding about a suite's tags; null without any */
export function tagsFinding(tags: readonly string[], looked: number): ProposalFinding | null {
  if (tags.length === 0) return null;
  return certain('testTags', `In ${looked === 1 ? 'a test file' : `${looked} test files`} that were read`);
}

/** @returns the tags in alphabetical order, each once, as many as a project may have */
export function tagsOf(found: Iterable<string>): string[] {
  return [...new Set(found)].sort().slice(0, limits.testTags);
}
