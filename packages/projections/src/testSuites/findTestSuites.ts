import {
  type AccountId,
  byName,
  classifyTestSuite,
  type ProjectId,
  type ProjectSettings,
  type TestSuiteId,
  type TestSuiteView,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { TestSuiteDocument } from './testSuites.ts';

function viewOf(suite: TestSuiteDocument, project: ProjectSettings | null): TestSuiteView {
  const { testSuiteId: id, projectId, name, archived, createdAt, position } = suite;
  const { testTimeoutSeconds, timeoutMinutes, ...settings } = suite.settings;
  const timeouts = { testTimeoutSeconds, timeoutMinutes };
  const classification = classifyTestSuite({ name, ...settings }, project);
  const revision = String(suite.revision);
  return { id, projectId, name, archived, ...settings, timeouts, classification, createdAt, position, revision };
}

/** Suites in use, by name, of the account's projects in use or of one of them. */
export async function findTestSuites(
  collections: Collections,
  accountId: AccountId,
  projectId?: ProjectId,
): Promise<TestSuiteView[]> {
  const inProject = projectId === undefined ? {} : { projectId };
  const found = (await collections.testSuites.find({ accountId, ...inProject, archived: false }).toArray()).sort(
    byName,
  );
  const projectIds = [...new Set(found.map((suite) => suite.projectId))];
  const projects = await collections.projects.find({ _id: { $in: projectIds }, archived: false }).toArray();
  const settingsOf = new Map(projects.map((project) => [project.projectId, project.settings]));
  return found.flatMap((suite) => {
    const settings = settingsOf.get(suite.projectId);
    return settings ? [viewOf(suite, settings)] : [];
  });
}

/** @returns the suite, even if it is archived; null when this project of the account has no such suite. */
export async function findTestSuite(
  collections: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  testSuiteId: TestSuiteId,
): Promise<TestSuiteView | null> {
  const suite = await collections.testSuites.findOne({ _id: testSuiteId, accountId, projectId });
  if (!suite) return null;
  const project = await collections.projects.findOne({ _id: projectId });
  return viewOf(suite, project?.settings ?? null);
}
