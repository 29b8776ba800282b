import { createHash } from 'node:crypto';
import type { GitService } from '@assay/contract';
import { cutTo } from '../boundedText.ts';

/** How a run stands, for the commit that it is of. */
export type CommitStatus = {
  /** `stopped`: there will be no verdict. `inconclusive`: nothing ran that could pass. */
  state: 'pending' | 'passed' | 'failed' | 'inconclusive' | 'stopped';
  /** Tells apart what is run of one commit; a status takes the place of the one before of the same name. */
  name: string;
  /** One line. */
  description: string;
  /** Of the run. */
  url: string;
};

export type CommitAt = {
  provider: GitService;
  /** That people open in a browser. */
  address: string;
  token: string;
  /** Of the repository, such as `northwind/shop`. */
  path: string;
  /** In full. */
  commit: string;
};

/** Where and what is posted; headers and address carry the token nowhere else. */
export type StatusRequest = { url: string; headers: Record<string, string>; body: string };

/** GitHub takes 140 characters, the others 255 and more. */
const maxDescription = 140;
const maxName = 200;

/**
 * An inconclusive run must not satisfy a required check. GitLab skips a status; GitHub's commit statuses have nothing
 * neutral (only check runs of an App do), so its state for what gave no verdict is taken.
 */
const states: Record<GitService, Record<CommitStatus['state'], string>> = {
  GitHub: { pending: 'pending', passed: 'success', failed: 'failure', inconclusive: 'error', stopped: 'error' },
  Gitlab: { pending: 'running', passed: 'success', failed: 'failed', inconclusive: 'skipped', stopped: 'canceled' },
  BitBucket: {
    pending: 'INPROGRESS',
    passed: 'SUCCESSFUL',
    failed: 'FAILED',
    inconclusive: 'STOPPED',
    stopped: 'STOPPED',
  },
  // CANCELLED came with 8.0; before, nothing but these three is taken.
  BitBucketServer: {
    pending: 'INPROGRESS',
    passed: 'SUCCESSFUL',
    failed: 'FAILED',
    inconclusive: 'FAILED',
    stopped: 'FAILED',
  },
};

/** @returns the address of the service's API */
export function apiOf(provider: GitService, address: string): string {
  const base = address.replace(/\/+$/, '');
  switch (provider) {
    case 'GitHub':
      return base === 'https://github.com' ? 'https://api.github.com' : `${base}/api/v3`;
    case 'Gitlab':
      return `${base}/api/v4`;
    case 'BitBucket':
      return base === 'https://bitbucket.org' ? 'https://api.bitbucket.org/2.0' : `${base}/2.0`;
    case 'BitBucketServer':
      return `${base}/rest/api/1.0`;
  }
}

/** Bitbucket takes 40 characters for what tells statuses apart, which is just what a SHA-1 has. */
function keyOf(name: string): string {
  return createHash('sha1').update(name).digest('hex');
}

/** @returns a name within the limit that no other name has */
function nameWithin(name: string): string {
  return name.length <= maxName ? name : `${cutTo(name, maxName - 9)} ${keyOf(name).slice(0, 8)}`;
}

function segments(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/**
 * @returns the request that sets a status of a commit, as each service has it: GitHub's commit statuses, GitLab's commit
 * statuses, Bitbucket's build statuses
 */
export function statusRequestOf(
  { provider, address, token, path, commit }: CommitAt,
  status: CommitStatus,
): StatusRequest {
  const api = apiOf(provider, address);
  const state = states[provider][status.state];
  const name = nameWithin(status.name);
  const description = cutTo(status.description, maxDescription);
  const headers = { authorization: `Bearer ${token}` };
  const { url } = status;
  switch (provider) {
    case 'GitHub':
      return {
        url: `${api}/repos/${segments(path)}/statuses/${commit}`,
        headers: { ...headers, accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
        body: JSON.stringify({ state, context: name, description, target_url: url }),
      };
    case 'Gitlab':
      return {
        url: `${api}/projects/${encodeURIComponent(path)}/statuses/${commit}`,
        headers,
        body: JSON.stringify({ state, name, description, target_url: url }),
      };
    case 'BitBucket':
      return {
        url: `${api}/repositories/${segments(path)}/commit/${commit}/statuses/build`,
        headers,
        body: JSON.stringify({ state, key: keyOf(name), name, description, url }),
      };
    case 'BitBucketServer': {
      const [project = '', repository = ''] = path.split('/');
      return {
        url: `${api}/projects/${encodeURIComponent(project)}/repos/${encodeURIComponent(repository)}/commits/${commit}/builds`,
        headers,
        body: JSON.stringify({ state, key: keyOf(name), name, description, url }),
      };
    }
  }
}
