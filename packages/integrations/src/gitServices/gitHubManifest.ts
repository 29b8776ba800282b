import { gitHubAppRights, gitServiceAddresses } from '@assay/contract';
import type { GitHubApp } from './gitAppSettings.ts';

/** What an app is to be. */
export type GitHubAppWish = {
  /** Where people reach Assay. */
  publicUrl: string;
  /** Where GitHub sends the browser back to, after the app was registered and after people showed who they are. */
  redirectUri: string;
  /** Where it tells of pushes; null: it does not. */
  webhookUrl: string | null;
  /** Whether others than the owner may install it. */
  isPublic: boolean;
};

/** GitHub takes no longer names of apps. */
const maxName = 34;

/**
 * The manifest of an app: https://docs.github.com/apps/sharing-github-apps/registering-a-github-app-from-a-manifest.
 * Without a webhook there is no `hook_attributes`: GitHub demands a public address in it even of one that is not active,
 * and takes no events without it.
 * @returns JSON
 */
export function gitHubManifestOf({ publicUrl, redirectUri, webhookUrl, isPublic }: GitHubAppWish): string {
  return JSON.stringify({
    name: `Assay ${new URL(publicUrl).hostname}`.slice(0, maxName),
    url: publicUrl,
    redirect_url: redirectUri,
    callback_urls: [redirectUri],
    request_oauth_on_install: true,
    public: isPublic,
    default_permissions: Object.fromEntries(gitHubAppRights.map(({ id, level }) => [id, level])),
    ...(webhookUrl === null ? {} : { hook_attributes: { url: webhookUrl, active: true }, default_events: ['push'] }),
  });
}

/** @returns where a browser posts the manifest; who owns the app then, an organization or null for whoever posts it */
export function manifestActionOf(address: string, organization: string | null, state: string): string {
  const owner = organization === null ? '' : `/organizations/${encodeURIComponent(organization)}`;
  const url = new URL(`${address}${owner}/settings/apps/new`);
  url.searchParams.set('state', state);
  return url.href;
}

/** @returns the page of an app; an Enterprise Server has them elsewhere, as `apps` may be somebody's name there */
export function gitHubAppPageOf({ address, slug }: Pick<GitHubApp, 'address' | 'slug'>): string {
  const folder = address === gitServiceAddresses.GitHub ? 'apps' : 'github-apps';
  return `${address}/${folder}/${encodeURIComponent(slug)}`;
}
