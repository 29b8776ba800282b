import { gitAuth } from '@assay/contract';
import type { OutgoingGuard } from '@assay/integrations';
import type { RemoteAddress } from './gitAddresses.ts';

/** How git connects to the addresses of a host that were checked, whatever its name means a moment later. */
export type GitTarget = {
  /** What git is given as the address. */
  source: string;
  /** Settings of git, as `-c` has them. */
  config: string[];
  environment: Record<string, string>;
  /** Of ssh; null: the host of the address. */
  connectTo: { address: string; host: string } | null;
};

const usualPorts: Readonly<Record<string, string>> = { https: '443', http: '80', ssh: '22', git: '9418' };
const inUrl = (address: string) => (address.includes(':') ? `[${address}]` : address);

/** A target that git resolves by itself. */
export function unpinned(address: string): GitTarget {
  const { url: source, ...auth } = gitAuth(address);
  return { source, ...auth, connectTo: null };
}

/**
 * @param remote of the repository's address
 * @throws OutgoingRefused; the resolver's error for an unknown name
 */
export async function pinnedTarget(gitUrl: string, remote: RemoteAddress, guard: OutgoingGuard): Promise<GitTarget> {
  const { protocol, host } = remote;
  if (/^https?$/.test(protocol) && guard.proxies.proxyFor(new URL(gitUrl)) !== null) {
    // The proxy connects: it resolves the name, which need not be known here.
    await guard.requireAllowedUrl(new URL(gitUrl));
    return unpinned(new URL(gitUrl).href);
  }
  const found = await guard.addressesOf(host);
  const [first = host] = found;
  const usualPort = usualPorts[protocol] ?? '';
  const port = remote.port || usualPort;
  if (protocol === 'ssh') {
    const alias = port === usualPort ? host : `[${host}]:${port}`;
    return { ...unpinned(gitUrl), connectTo: { address: first, host: alias } };
  }
  // As it was read here: another reader of URLs could take another part of it for the host.
  const url = new URL(gitUrl);
  if (protocol === 'git') {
    const source = `git://${inUrl(first)}:${port}${url.pathname}`;
    return { ...unpinned(source), environment: { GIT_OVERRIDE_VIRTUAL_HOST: `${host}:${port}` } };
  }
  const pin = `http.curloptResolve=${host}:${port}:${found.map(inUrl).join(',')}`;
  const target = unpinned(url.href);
  return { ...target, config: [...target.config, pin] };
}
