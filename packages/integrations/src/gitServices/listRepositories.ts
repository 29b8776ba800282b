import type { GitService, ServiceRepository } from '@assay/contract';
import { type JsonReader, UnreadableService } from '../outgoing/readJson.ts';
import { apiOf } from './commitStatus.ts';

const perPage = 100;

/** What is read of a page of each service's answer; anything may be missing in what answers. */
type GitHubRepository = { full_name?: string; clone_url?: string; default_branch?: string };
type GitlabProject = { path_with_namespace?: string; http_url_to_repo?: string; default_branch?: string };
type CloneLinks = { clone?: { name?: string; href?: string }[] };
type BitbucketPage = { values?: { full_name?: string; mainbranch?: { name?: string } | null; links?: CloneLinks }[] };
type DataCenterPage = { values?: { slug?: string; project?: { key?: string }; links?: CloneLinks }[] };

/** Whatever the token is, an installation's lists what the app was given. */
type Connection = { provider: GitService; address: string; token: string; isInstallation: boolean };

type Found = { name: string | undefined; gitUrl: string | undefined; defaultBranch: string | undefined };

/** Bitbucket puts the user of the token into the address. */
function withoutUser(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}

/** Where each service lists what a token may read, and how to understand its answer. */
const lists: Readonly<
  Record<GitService, { path: (page: number) => string; understand: (answer: unknown) => Found[] | undefined }>
> = {
  GitHub: {
    path: (page) => `/user/repos?sort=pushed&per_page=${perPage}&page=${page}`,
    understand: (answer) => listOf<GitHubRepository>(answer)?.map(foundAtGitHub),
  },
  Gitlab: {
    path: (page) =>
      `/projects?membership=true&archived=false&simple=true&order_by=last_activity_at&per_page=${perPage}&page=${page}`,
    understand: (answer) =>
      listOf<GitlabProject>(answer)?.map(
        ({ path_with_namespace: name, http_url_to_repo: gitUrl, default_branch: defaultBranch }) => {
          return { name, gitUrl, defaultBranch };
        },
      ),
  },
  BitBucket: {
    path: (page) => `/repositories?role=member&sort=-updated_on&pagelen=${perPage}&page=${page}`,
    understand: (answer) =>
      (Object(answer) as BitbucketPage).values?.map(({ full_name: name, mainbranch, links }) => {
        const https = links?.clone?.find((one) => one.name === 'https')?.href;
        return { name, gitUrl: withoutUser(https), defaultBranch: mainbranch?.name };
      }),
  },
  BitBucketServer: {
    path: (page) => `/repos?limit=${perPage}&start=${(page - 1) * perPage}`,
    understand: (answer) =>
      (Object(answer) as DataCenterPage).values?.map(({ slug, project, links }) => {
        const http = links?.clone?.find((one) => one.name === 'http')?.href;
        return { name: `${project?.key}/${slug}`, gitUrl: withoutUser(http), defaultBranch: undefined };
      }),
  },
};

const ofInstallation: (typeof lists)[GitService] = {
  path: (page) => `/installation/repositories?per_page=${perPage}&page=${page}`,
  understand: (answer) => (Object(answer) as { repositories?: GitHubRepository[] }).repositories?.map(foundAtGitHub),
};

function foundAtGitHub({ full_name: name, clone_url: gitUrl, default_branch: defaultBranch }: GitHubRepository): Found {
  return { name, gitUrl, defaultBranch };
}

function listOf<Item>(answer: unknown): Item[] | undefined {
  return Array.isArray(answer) ? (answer as Item[]) : undefined;
}

/**
 * @param maxPages of a hundred
 * @returns the repositories that the token may read, the last changed first where the service can tell
 * @throws UnreadableService
 */
export async function listRepositories(
  reader: JsonReader,
  { provider, address, token, isInstallation }: Connection,
  maxPages: number,
): Promise<ServiceRepository[]> {
  const { path, understand } = isInstallation ? ofInstallation : lists[provider];
  const repositories: ServiceRepository[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const url = `${apiOf(provider, address)}${path(page)}`;
    const found = understand(await reader.read(url, { authorization: `Bearer ${token}` }));
    if (found === undefined) throw new UnreadableService('What answered is no such service.');
    for (const { name, gitUrl, defaultBranch = null } of found) {
      if (name !== undefined && gitUrl !== undefined) repositories.push({ name, gitUrl, defaultBranch });
    }
    if (found.length < perPage) break;
  }
  return repositories;
}
