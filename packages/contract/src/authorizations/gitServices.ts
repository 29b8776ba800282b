/** Services that host repositories. */
export const gitServices = ['GitHub', 'Gitlab', 'BitBucket', 'BitBucketServer'] as const;
export type GitService = (typeof gitServices)[number];

export const gitServiceNames: Readonly<Record<GitService, string>> = {
  GitHub: 'GitHub',
  Gitlab: 'GitLab',
  BitBucket: 'Bitbucket',
  BitBucketServer: 'Bitbucket Data Center',
};

/** Where each is, unless somebody runs one of their own; a Bitbucket Data Center is always somebody's own. */
export const gitServiceAddresses: Readonly<Record<GitService, string | null>> = {
  GitHub: 'https://github.com',
  Gitlab: 'https://gitlab.com',
  BitBucket: 'https://bitbucket.org',
  BitBucketServer: null,
};

export function isGitService(provider: string): provider is GitService {
  return (gitServices as readonly string[]).includes(provider);
}

/** Whom a token is used as over https, where it takes the place of a password. */
const users: Readonly<Record<GitService, string>> = {
  GitHub: 'x-access-token',
  Gitlab: 'oauth2',
  BitBucket: 'x-token-auth',
  BitBucketServer: 'x-token-auth',
};

/** A service of an account: which one, and the address that people open in a browser. */
export type GitServiceAt = { provider: GitService; address: string };

const scheme = /^(?:https?|ssh|git):\/\/(?:[^/@]*@)?([^/:@]+)(?::\d+)?\/(.+)$/i;
const asScpHasIt = /^(?:[^/@:]+@)?([^/@:]+):(?!\/\/)(.+)$/;

/** The services' other names, which ssh uses to get through firewalls. */
const otherNames = /^(?:www|ssh|altssh)\./;

function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).hostname.toLowerCase() : null;
}

/** @returns the repository's path at the service, such as `northwind/shop`; null when it is somewhere else */
export function repositoryPathAt(gitUrl: string, { address }: GitServiceAt): string | null {
  const [, host = '', path = ''] = scheme.exec(gitUrl) ?? asScpHasIt.exec(gitUrl) ?? [];
  const wanted = hostOf(address);
  const named = host.toLowerCase();
  if (wanted === null || (named !== wanted && named.replace(otherNames, '') !== wanted)) return null;
  const below = new URL(address).pathname.split('/').filter(Boolean);
  const parts = path
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split('/')
    .filter(Boolean);
  const isBelow = below.every((part, index) => parts[index] === part);
  const own = isBelow ? parts.slice(below.length) : parts;
  // A Bitbucket Data Center has its repositories below `scm` over http.
  const repository = own[0] === 'scm' ? own.slice(1) : own;
  return repository.length < 2 ? null : repository.join('/');
}

/** @returns the address by which git reads a repository over http, where the service has them below `owner/repository` */
export function gitUrlAt({ provider, address }: GitServiceAt, owner: string, repository: string): string {
  const base = address.replace(/\/+$/, '');
  // A Bitbucket Data Center has its repositories below `scm` over http.
  const root = provider === 'BitBucketServer' ? `${base}/scm` : base;
  const path = [...owner.split('/'), repository].map(encodeURIComponent).join('/');
  return `${root}/${path}.git`;
}

/**
 * @returns the URL with the token of the service; the URL as it is where it is read by ssh, has a user of its own, or
 * leads somewhere else, as nobody else is to see the token
 */
export function withTokenOf(gitUrl: string, { provider, address }: GitServiceAt, token: string): string {
  if (!URL.canParse(gitUrl) || !URL.canParse(address)) return gitUrl;
  const url = new URL(gitUrl);
  if (!/^https?:$/.test(url.protocol) || url.origin !== new URL(address).origin) return gitUrl;
  if (url.username !== '' || url.password !== '') return gitUrl;
  url.username = users[provider];
  url.password = token;
  return url.href;
}
