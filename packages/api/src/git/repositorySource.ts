import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { GitError, whyGitFailed, withoutGitCredentials } from '@assay/contract';
import { OutgoingRefused } from '@assay/integrations';
import { ApiError } from '../http/apiErrors.ts';
import { addressOf, type GitAddresses, refusalOfGitUrl, refusedHost } from './gitAddresses.ts';
import { GitLimitExceeded } from './gitLimits.ts';
import { type GitTarget, pinnedTarget, unpinned } from './gitTarget.ts';

/** @returns what a caller is told about a repository that cannot be read; users and passwords are hidden */
export function unreachable(gitUrl: string, reason: string, cause?: unknown): ApiError {
  const message = `The repository ${withoutGitCredentials(gitUrl)} cannot be read. ${reason}`;
  return new ApiError('git.unreachable', { message, cause });
}

/**
 * @returns the error for callers when git failed or was stopped; what git said stays here, as a log would show it with
 * the password. Other errors unchanged
 */
export function gitFailureOf(gitUrl: string, error: unknown, { proxies }: GitAddresses): unknown {
  if (error instanceof GitLimitExceeded) return unreachable(gitUrl, error.message);
  if (error instanceof GitError) return unreachable(gitUrl, whyGitFailed(error.message, proxies.noteFor(gitUrl)));
  return error;
}

/**
 * @returns what git reads: a local path is that without links, as a link may lead out of the folder
 * @throws ApiError git.unreachable for an address that is not allowed, also for projects of before a rule
 */
export async function repositorySource(gitUrl: string, addresses: GitAddresses): Promise<GitTarget> {
  const isRemote = /^[a-z][a-z0-9+.-]+:\/\//i.test(gitUrl) || /^[^/\\]+@[^/\\]+:/.test(gitUrl);
  const source = isRemote ? gitUrl : await realpath(gitUrl).catch(() => resolve(gitUrl));
  const refusal = refusalOfGitUrl(gitUrl, addresses) ?? refusalOfGitUrl(source, addresses);
  if (refusal !== null) throw unreachable(gitUrl, refusal);
  const address = addressOf(gitUrl);
  if (!addresses.guard || !address || 'local' in address) return unpinned(source);
  return pinnedTarget(gitUrl, address, addresses.guard).catch((error: unknown) => {
    const reason = error instanceof OutgoingRefused ? refusedHost : whyGitFailed('could not resolve host');
    throw unreachable(gitUrl, reason, error);
  });
}
