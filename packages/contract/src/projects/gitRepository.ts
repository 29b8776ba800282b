import { gitServiceAddresses } from '../authorizations/gitServices.ts';

export const gitProviders = ['GitHub', 'BitBucket', 'Gitlab'] as const;
export type GitProvider = (typeof gitProviders)[number];

/** Where a git URL says its repository is hosted. */
export type GitRepository = { gitProvider: GitProvider; gitOwner: string; gitRepo: string };

/** The providers' hosts, including those for ssh through firewalls. */
const providerOf: Readonly<Record<string, GitProvider>> = {
  'github.com': 'GitHub',
  'www.github.com': 'GitHub',
  'ssh.github.com': 'GitHub',
  'bitbucket.org': 'BitBucket',
  'www.bitbucket.org': 'BitBucket',
  'altssh.bitbucket.org': 'BitBucket',
  'gitlab.com': 'Gitlab',
  'www.gitlab.com': 'Gitlab',
  'altssh.gitlab.com': 'Gitlab',
};

const withScheme = /^(?:https?|ssh|git):\/\/(?:[^/@]*@)?([^/:@]+)(?::\d+)?\/(.+)$/i;
const asScpHasIt = /^(?:[^/@:]+@)?([^/:@]+):(?!\/\/)(.+)$/;

/**
 * @returns provider, owner and name of a repository at a known provider; null for self-hosted ones, whose path cannot
 * be interpreted. Only Gitlab's owners have parts ('group/team').
 */
export function gitRepositoryOf(gitUrl: string | null): GitRepository | null {
  const [, host = '', path = ''] = (gitUrl && (withScheme.exec(gitUrl) ?? asScpHasIt.exec(gitUrl))) || [];
  const gitProvider = Object.hasOwn(providerOf, host.toLowerCase()) ? providerOf[host.toLowerCase()] : undefined;
  if (!gitProvider) return null;
  const parts = path.split('/').filter(Boolean);
  const gitRepo = (parts.pop() ?? '').replace(/\.git$/, '');
  const gitOwner = parts.join('/');
  if (gitRepo === '' || gitOwner === '' || (parts.length > 1 && gitProvider !== 'Gitlab')) return null;
  return { gitProvider, gitOwner, gitRepo };
}

/** Below the page of a repository. */
const commitPages: Readonly<Record<GitProvider, string>> = {
  GitHub: 'commit',
  BitBucket: 'commits',
  Gitlab: '-/commit',
};

/** @returns the address at which people see a commit; null for self-hosted repositories */
export function commitPageOf(gitUrl: string, commit: string): string | null {
  const repository = gitRepositoryOf(gitUrl);
  if (!repository) return null;
  const { gitProvider, gitOwner, gitRepo } = repository;
  const path = [...gitOwner.split('/'), gitRepo].map(encodeURIComponent).join('/');
  return `${gitServiceAddresses[gitProvider]}/${path}/${commitPages[gitProvider]}/${encodeURIComponent(commit)}`;
}
