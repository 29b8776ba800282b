import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Which repositories projects may name. */
export type GitAddresses = {
  /** As URLs have them, such as `https`. */
  protocols: readonly string[];
  /** Names of hosts, `*.example.org` for those below one; null: any. */
  hosts: readonly string[] | null;
  /** Local repositories have to be below this folder. */
  localFolder: string;
};

export const defaultGitProtocols = ['https', 'ssh', 'git'] as const;

type Address = { local: string } | { protocol: string; host: string };

/** @returns null for what git would not read as an address */
export function addressOf(gitUrl: string): Address | null {
  if (gitUrl.startsWith('-') || gitUrl.includes('::')) return null;
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(gitUrl)) {
    if (!URL.canParse(gitUrl)) return null;
    const url = new URL(gitUrl);
    if (url.protocol === 'file:') return url.host === '' ? { local: fileURLToPath(url) } : null;
    return { protocol: url.protocol.slice(0, -1), host: url.hostname.toLowerCase() };
  }
  const host = /^[^/\\@]+@([^/\\:]+):/.exec(gitUrl)?.[1];
  return host ? { protocol: 'ssh', host: host.toLowerCase() } : { local: resolve(gitUrl) };
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(resolve(folder), path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function isListed(hosts: readonly string[], host: string): boolean {
  return hosts.some((each) => (each.startsWith('*.') ? host.endsWith(each.slice(1)) : host === each));
}

/** @returns why the service reads no repository from there, in a sentence; null when it does */
export function refusalOfGitUrl(gitUrl: string, { protocols, hosts, localFolder }: GitAddresses): string | null {
  const address = addressOf(gitUrl);
  if (!address) return 'This is not the address of a repository.';
  if (/:\/\/\*\*\*@/.test(gitUrl)) return 'The user and password are hidden here. Enter them again.';
  if ('local' in address) {
    return isBelow(localFolder, address.local) ? null : 'Repositories of that folder are not allowed here.';
  }
  if (!protocols.includes(address.protocol)) return `Use one of these protocols: ${protocols.join(', ')}.`;
  return hosts === null || isListed(hosts, address.host) ? null : 'Repositories of that host are not allowed here.';
}
