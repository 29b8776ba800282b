import { lookup as resolveByDns } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { type Proxies, proxiesOf } from '@assay/proxies';
import { isLocalAddress, machineAddresses } from './localAddress.ts';

/** Nothing is sent to this address. */
export class OutgoingRefused extends Error {
  readonly code = 'outgoing.refused';

  constructor(host: string) {
    super(`${host} is an address of this machine or its own network, which is not allowed`);
    this.name = 'OutgoingRefused';
  }
}

export type OutgoingGuard = {
  /**
   * Resolves a name for a connection, and hands over only addresses that were checked: the connection goes to that very
   * address, whatever the name means a moment later. For `net.connect`, `http.request` and undici's `connect.lookup`.
   */
  lookup: LookupFunction;
  /**
   * To be asked before each connection, as a host that is an address itself is never looked up.
   * @param host as in a URL, without its port
   * @throws OutgoingRefused for an address that may not be connected to; names pass, they are checked by `lookup`
   */
  requireAllowed(host: string): void;
  /**
   * For programs that connect by themselves, and have to be given the addresses in place of the name.
   * @returns the addresses of a host, IPv4 first
   * @throws OutgoingRefused; the resolver's error for an unknown name
   */
  addressesOf(host: string): Promise<string[]>;
  /** The way that requests leave by. */
  proxies: Proxies;
  /**
   * To be asked before each request, direct or through a proxy. A proxy resolves names by itself: names that mean a local
   * address here are refused, and those that are unknown here are left to the proxy's own rules.
   * @throws OutgoingRefused
   */
  requireAllowedUrl(url: URL): Promise<void>;
};

/** Addresses, ranges (`10.0.0.0/8`) and names that an operator allows. */
function openAllowed(entries: readonly string[]) {
  const names = new Set<string>();
  const ranges = new BlockList();
  for (const entry of entries.map((each) => each.trim().toLowerCase()).filter((each) => each !== '')) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address);
    if (family === 0) names.add(entry);
    else
      ranges.addSubnet(
        address,
        prefix === undefined ? (family === 4 ? 32 : 128) : Number(prefix),
        `ipv${family === 4 ? 4 : 6}`,
      );
  }
  return {
    name: (host: string) => names.has(host.toLowerCase()),
    address: (address: string) => ranges.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'),
  };
}

/** @returns the host as a URL writes it: one form for `0x7f.1`, `2130706433` and `127.0.0.1`, no brackets around IPv6. */
function usualForm(host: string): string {
  const bracketed = isIP(host) === 6 ? `[${host}]` : host;
  const url = `http://${bracketed}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : host;
}

/** Where the guard's knowledge of the network comes from. */
export type NetworkSources = {
  resolve: LookupFunction;
  /** Read at each check, as interfaces come and go. */
  ownAddresses: () => readonly string[];
  proxies: Proxies;
};

/**
 * Keeps addresses that users give, such as those of webhooks, from reaching this machine, its link, and cloud metadata.
 * @param allowed what `ASSAY_ALLOW_LOCAL_TARGETS` names: addresses, ranges, host names
 * @param sources in place of the system's resolver and network interfaces; `proxies`: none unless given
 */
export function openOutgoingGuard(
  allowed: readonly string[],
  { resolve = resolveByDns, ownAddresses = machineAddresses, proxies = proxiesOf({}) }: Partial<NetworkSources> = {},
): OutgoingGuard {
  const permitted = openAllowed(allowed);
  const isRefused = (address: string) => isLocalAddress(address, ownAddresses()) && !permitted.address(address);

  const requireAllowed = (host: string) => {
    const usual = usualForm(host);
    if (isIP(usual) !== 0 && isRefused(usual)) throw new OutgoingRefused(host);
  };
  const lookup: LookupFunction = (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }];
      // One bad address is enough: a name that means both this machine and another is not what it seems to be.
      if (!permitted.name(host) && addresses.some(({ address }) => isRefused(address))) {
        return callback(new OutgoingRefused(host), '', 0);
      }
      const [first] = addresses;
      if (!first) return callback(new OutgoingRefused(host), '', 0);
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
  const addressesOf = async (host: string) => {
    requireAllowed(host);
    const usual = usualForm(host);
    if (isIP(usual) !== 0) return [usual];
    const found = await new Promise<string[]>((done, fail) => {
      lookup(usual, { all: true }, (error, addresses) =>
        error ? fail(error) : done([addresses].flat().map((each) => (typeof each === 'string' ? each : each.address))),
      );
    });
    return found.sort((a, b) => isIP(a) - isIP(b));
  };
  return {
    requireAllowed,
    lookup,
    addressesOf,
    proxies,
    requireAllowedUrl: async (url) => {
      requireAllowed(url.hostname);
      if (proxies.proxyFor(url) === null) return;
      await addressesOf(url.hostname).catch((error: unknown) => {
        if (error instanceof OutgoingRefused) throw error;
      });
    },
  };
}
