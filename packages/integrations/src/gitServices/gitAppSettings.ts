import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type GitService, gitServiceAddresses, secureAddressOf } from '@assay/contract';

/** Assay as an OAuth application that the operator has registered at a git service. */
export type OAuthApp = {
  provider: Exclude<GitService, 'BitBucketServer'>;
  address: string;
  clientId: string;
  clientSecret: string;
};

/** Assay as a GitHub App. */
export type GitHubApp = {
  address: string;
  appId: string;
  /** Of its page, `github.com/apps/<slug>`. */
  slug: string;
  privateKey: KeyObject;
  /** By which people show that an installation is theirs. */
  clientId: string;
  clientSecret: string;
  /** Signs what it is told; null: it tells nothing. */
  webhookSecret: string | null;
};

/** How accounts connect git services besides tokens of theirs, as far as the operator's variables say. */
export type GitApps = { oauth: readonly OAuthApp[]; gitHubApp: GitHubApp | null };

const names = { GITHUB: 'GitHub', GITLAB: 'Gitlab', BITBUCKET: 'BitBucket' } as const;

/** @returns the address without a slash at its end. @throws RangeError that names the variable */
export function requireAddress(name: string, given: string): string {
  const address = secureAddressOf(given);
  if (address !== null) return address;
  throw new RangeError(`${name} must be an https address, not '${given}'.`);
}

/** @returns the values of all variables, or null where none is set. @throws RangeError for the first that is missing */
export function together<Name extends string>(
  env: NodeJS.ProcessEnv,
  wanted: readonly Name[],
): Record<Name, string> | null {
  if (wanted.every((name) => !env[name])) return null;
  const missing = wanted.find((name) => !env[name]);
  if (missing) throw new RangeError(`${missing} is missing.`);
  return Object.fromEntries(wanted.map((name) => [name, env[name] ?? ''])) as Record<Name, string>;
}

function oauthAppsOf(env: NodeJS.ProcessEnv): OAuthApp[] {
  return (Object.keys(names) as (keyof typeof names)[]).flatMap((name) => {
    const [id, secret] = [`ASSAY_${name}_CLIENT_ID`, `ASSAY_${name}_CLIENT_SECRET`] as const;
    const given = together(env, [id, secret]);
    if (given === null) return [];
    const provider = names[name];
    const address = requireAddress(
      `ASSAY_${name}_URL`,
      env[`ASSAY_${name}_URL`] || (gitServiceAddresses[provider] ?? ''),
    );
    return [{ provider, address, clientId: given[id], clientSecret: given[secret] }];
  });
}

function privateKeyOf(env: NodeJS.ProcessEnv): KeyObject {
  const file = env.ASSAY_GITHUB_APP_PRIVATE_KEY_FILE;
  try {
    // Files of variables have no lines within a value.
    return createPrivateKey(
      file ? readFileSync(file) : (env.ASSAY_GITHUB_APP_PRIVATE_KEY ?? '').replaceAll('\\n', '\n'),
    );
  } catch (cause) {
    const name = `ASSAY_GITHUB_APP_PRIVATE_KEY${file ? '_FILE' : ''}`;
    throw new RangeError(`${name} must be a private key in PEM.`, { cause });
  }
}

function gitHubAppOf(env: NodeJS.ProcessEnv): GitHubApp | null {
  const given = together(env, [
    'ASSAY_GITHUB_APP_ID',
    'ASSAY_GITHUB_APP_SLUG',
    'ASSAY_GITHUB_APP_CLIENT_ID',
    'ASSAY_GITHUB_APP_CLIENT_SECRET',
  ]);
  if (given === null) return null;
  return {
    address: requireAddress('ASSAY_GITHUB_URL', env.ASSAY_GITHUB_URL || 'https://github.com'),
    appId: given.ASSAY_GITHUB_APP_ID,
    slug: given.ASSAY_GITHUB_APP_SLUG,
    privateKey: privateKeyOf(env),
    clientId: given.ASSAY_GITHUB_APP_CLIENT_ID,
    clientSecret: given.ASSAY_GITHUB_APP_CLIENT_SECRET,
    webhookSecret: env.ASSAY_GITHUB_APP_WEBHOOK_SECRET || null,
  };
}

/**
 * @returns what `ASSAY_GITHUB_…`, `ASSAY_GITLAB_…`, `ASSAY_BITBUCKET_…` and `ASSAY_GITHUB_APP_…` configure
 * @throws RangeError that names the variable which is wrong or missing
 */
export function gitAppsOf(env: NodeJS.ProcessEnv): GitApps {
  return { oauth: oauthAppsOf(env), gitHubApp: gitHubAppOf(env) };
}
