import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** @param host as a URL has it, without brackets */
function isLoopback(host: string): boolean {
  return isIP(host) === 0 ? /(^|\.)localhost\.?$/.test(host) : loopback.check(host, familyOf(host));
}

type Exception = (host: string) => boolean;

/** An address or a range of them; null: neither. */
function exceptedAddresses(entry: string): Exception | null {
  const [address = '', bits, ...more] = entry.split('/');
  const family = isIP(address);
  const longest = family === 6 ? 128 : 32;
  const prefix = bits === undefined ? longest : Number(bits);
  if (family === 0 || more.length > 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > longest) return null;
  const list = new BlockList();
  list.addSubnet(address, prefix, familyOf(address));
  return (host) => isIP(host) !== 0 && list.check(host, familyOf(host));
}

/** A host and those below it: `example.org`, `.example.org` and `*.example.org` mean the same. */
function exceptedName(entry: string): Exception {
  const name = entry.replace(/^\*?\./, '');
  return (host) => host === name || host.endsWith(`.${name}`);
}

/**
 * @param noProxy the value of `NO_PROXY`: names, addresses, ranges such as `10.0.0.0/8`, each with a port if needed,
 *   separated by commas or blanks; `*` for everything
 * @returns whether a URL is requested without a proxy: this machine always is, as a proxy has another loopback
 */
export function openDirectHosts(noProxy: string): (url: URL) => boolean {
  const entries = noProxy.toLowerCase().split(/[,\s]+/);
  const exceptions = entries.filter(Boolean).map((entry) => {
    const [, named = entry, port] = isIP(entry) === 0 ? (/^(.+):(\d+)$/.exec(entry) ?? []) : [];
    const excepted = named.replace(/^\[(.+)\]$/, '$1');
    const matches = exceptedAddresses(excepted) ?? exceptedName(excepted);
    return { matches, port: port ?? null, isAll: entry === '*' };
  });
  return ({ hostname, port, protocol }) => {
    const host = hostname.toLowerCase().replace(/^\[(.+)\]$/, '$1');
    const usedPort = port || (protocol === 'https:' ? '443' : '80');
    return (
      isLoopback(host) ||
      exceptions.some((one) => one.isAll || ((one.port ?? usedPort) === usedPort && one.matches(host)))
    );
  };
}
