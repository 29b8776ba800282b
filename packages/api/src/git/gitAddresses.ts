import { isIPv6 } from 'node:net';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OutgoingGuard, OutgoingRefused } from '@assay/integrations';
import type { Proxies } from '@assay/proxies';

/** Which repositories projects may name. */
export type GitAddresses = {
  /** As URLs have them, such as `https`. */
  protocols: readonly string[];
  /** Names of hosts, `*.example.org` for those below one; null: any. */
  hosts: readonly string[] | null;
  /** Local repositories have to be below one of these folders. */
  localFolders: readonly string[];
  /** Keeps git from this machine, its link and cloud metadata, where registration is open; null: everybody is trusted. */
  guard: OutgoingGuard | null;
  /** That git goes through. */
  proxies: Proxies;
};

export const defaultGitProtocols = ['https', 'ssh', 'git'] as const;

export type RemoteAddress = { protocol: string; host: string; port: string };
type Address = { local: string } | RemoteAddress;

/** Names and addresses, IPv6 in brackets. What else git takes for a host it may read in another way than we do. */
const isPlainHost = (host: string) => /^[a-z0-9._-]+$/i.test(host) || isIPv6(/^\[(.+)\]$/.exec(host)?.[1] ?? '');

/** @returns null for what git would not read as an address */
export function addressOf(gitUrl: string): Address | null {
  // An option, or a transport of git's such as `ext::`, which runs a command.
  if (gitUrl.startsWith('-') || /^[^/@]*::/.test(gitUrl)) return null;
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(gitUrl)) {
    if (!URL.canParse(gitUrl)) return null;
    const url = new URL(gitUrl);
    if (url.protocol === 'file:') return url.host === '' ? { local: fileURLToPath(url) } : null;
    if (!isPlainHost(url.hostname)) return null;
    return { protocol: url.protocol.slice(0, -1), host: url.hostname.toLowerCase(), port: url.port };
  }
  const user = /^[^/\\@]+@/.exec(gitUrl)?.[0];
  if (user === undefined) return { local: resolve(gitUrl) };
  const host = /^(\[[^/\\\]]*\]|[^/\\:[\]]+):/.exec(gitUrl.slice(user.length))?.[1];
  if (host === undefined) return gitUrl.includes(':') ? null : { local: resolve(gitUrl) };
  return isPlainHost(host) && !user.includes('[') ? { protocol: 'ssh', host: host.toLowerCase(), port: '' } : null;
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(resolve(folder), path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function isListed(hosts: readonly string[], host: string): boolean {
  return hosts.some((each) => (each.startsWith('*.') ? host.endsWith(each.slice(1)) : host === each));
}

/** One for all hosts, whether something listens there or not: the answer must not show what this network has. */
export const refusedHost = 'Repositories of that host are not allowed here.';

function isGuarded(guard: OutgoingGuard | null, host: string): boolean {
  try {
    guard?.requireAllowed(host);
    return false;
  } catch (error) {
    if (error instanceof OutgoingRefused) return true;
    throw error;
  }
}

/** @returns why the address alone rules the repository out; null when it does not */
export function refusalOfGitUrl(
  gitUrl: string,
  { protocols, hosts, localFolders, guard }: GitAddresses,
): string | null {
  const address = addressOf(gitUrl);
  if (!address) return 'This is not the address of a repository.';
  if (/:\/\/\*\*\*@/.test(gitUrl)) return 'The user and password are hidden here. Enter them again.';
  if ('local' in address) {
    const { local } = address;
    return localFolders.some((folder) => isBelow(folder, local))
      ? null
      : 'Repositories of that folder are not allowed here.';
  }
  if (!protocols.includes(address.protocol)) return `Use one of these protocols: ${protocols.join(', ')}.`;
  const isAllowed = (hosts === null || isListed(hosts, address.host)) && !isGuarded(guard, address.host);
  return isAllowed ? null : refusedHost;
}

/**
 * Checks what the host of an address means now, too.
 * @returns why the service reads no repository from there; null when it does, and for a host that is unknown today
 */
export async function refusalOfGitTarget(gitUrl: string, addresses: GitAddresses): Promise<string | null> {
  const refusal = refusalOfGitUrl(gitUrl, addresses);
  const address = addressOf(gitUrl);
  if (refusal !== null || !addresses.guard || !address || 'local' in address) return refusal;
  return addresses.guard.addressesOf(address.host).then(
    () => null,
    (error: unknown) => (error instanceof OutgoingRefused ? refusedHost : null),
  );
}
