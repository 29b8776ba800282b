import { gitCredentialsOf } from '@assay/contract';

const protocol = /^(https?|ssh):\/\//i;
/** Not `helper::address`, which starts a program of git's (gitremote-helpers(7)). */
const scp = /^(?:[^/\\@:]+@)?([^/\\:@]+):(?!\/\/|:)/;

/**
 * @param parent the address of the repository that has the submodule
 * @param url as `.gitmodules` has it: relative ones begin with `./` or `../` and count from the parent (gitmodules(5))
 * @returns the submodule's address, with the user and password of the parent's where it is on the same host; null for
 * what is not read by http, https or ssh
 */
export function submoduleUrl(parent: string, url: string): string | null {
  const resolved = /^\.{1,2}\//.test(url) ? relativeTo(parent, url) : url;
  if (resolved === null || hostOf(resolved) === null || /[\p{Cc}\s]/u.test(resolved) || resolved.startsWith('-'))
    return null;
  const credentials = gitCredentialsOf(parent);
  if (credentials === null || gitCredentialsOf(resolved) !== null || originOf(resolved) !== originOf(parent))
    return resolved;
  return resolved.replace(/^([a-z]+:\/\/)(?:[^/@]*@)?/i, `$1${credentials}@`);
}

/** @returns whether a submodule may be fetched: on the host of the repository, or one that the agent's operator names */
export function isSubmoduleHost(url: string, repository: string, others: readonly string[]): boolean {
  const host = hostOf(url);
  if (host === null) return false;
  return host === hostOf(repository) || others.some((other) => other === '*' || other.toLowerCase() === host);
}

/** @returns name and port, the port only where it is not the usual one */
function hostOf(url: string): string | null {
  if (!protocol.test(url)) return scp.exec(url)?.[1]?.toLowerCase() ?? null;
  if (!URL.canParse(url)) return null;
  const { hostname, port } = new URL(url);
  return `${hostname}${port === '' || port === '22' ? '' : `:${port}`}`.toLowerCase();
}

function originOf(url: string): string | null {
  if (!protocol.test(url) || !URL.canParse(url)) return null;
  const { protocol: scheme, host } = new URL(url);
  return `${scheme}//${host}`;
}

function relativeTo(parent: string, url: string): string | null {
  // The host, with what separates it from the path: a slash, or the colon of `host:path`.
  const host = /^[a-z]+:\/\/[^/]+\//i.exec(parent)?.[0] ?? /^[^/:]+:/.exec(parent)?.[0];
  if (host === undefined) return null;
  const folders = parent.slice(host.length).replace(/\/+$/, '').split('/');
  let rest = url;
  while (/^\.{1,2}\//.test(rest)) {
    if (rest.startsWith('../') && folders.pop() === undefined) return null;
    rest = rest.replace(/^\.{1,2}\//, '');
  }
  return host + [...folders, rest].join('/');
}
