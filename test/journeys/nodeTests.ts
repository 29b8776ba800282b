import type { CreateProjectRequest } from '@assay/contract';
import { makeRepository, type Repository } from '../support/makeRepository.ts';

const testFile = `
import { it } from 'node:test';
it('adds up', () => undefined);
it('counts', () => undefined);
`;
export const nodeTestCommand =
  'node --test --test-reporter=junit --test-reporter-destination=results.xml sums.test.mjs';
export const nodeResultFiles = 'results.xml';

/** A repository with two tests in Node's own framework, and other files. */
export function makeNodeTests(files: Record<string, string> = {}): Promise<Repository> {
  return makeRepository({ 'sums.test.mjs': testFile, ...files });
}

/** A project with them that passes. */
export function nodeProject(key: string, { path }: Repository): CreateProjectRequest {
  return {
    key,
    name: `Project ${key}`,
    gitUrl: path,
    defaultBranch: 'main',
    testingFramework: 'Other',
    otherFramework: 'node:test',
    testCommand: nodeTestCommand,
    resultFiles: [nodeResultFiles],
  };
}
