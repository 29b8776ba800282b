export const gitProviders = ['GitHub', 'BitBucket', 'Gitlab'] as const;
export type GitProvider = (typeof gitProviders)[number];

/** What a git URL says of where its repository is kept. */
export type GitRepository = { gitProvider: GitProvider; gitOwner: string; gitRepo: string };

/** The services' own hosts, those for ssh through firewalls included. */
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
 * @returns provider, owner and name of a repository that one of the known services keeps; null for any other, as a host
 * of somebody's own says neither what runs there nor which part of the path is whose. Only Gitlab's owners have parts
 * ('group/team').
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
