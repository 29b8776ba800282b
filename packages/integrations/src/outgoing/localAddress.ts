import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Addresses that only mean something on this machine or its own link, and those of cloud metadata services. */
const local = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  // Azure's wire server, and Oracle's metadata by its earlier address.
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['224.0.0.0', 4],
  ['255.255.255.255', 32],
] as const) {
  local.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 127],
  ['fe80::', 10],
  ['ff00::', 8],
  // Amazon's, its roles of pods, Google's, and Scaleway's metadata.
  ['fd00:ec2::254', 128],
  ['fd00:ec2::23', 128],
  ['fd20:ce::254', 128],
  ['fd00:42::42', 128],
  // NAT64 of a network's own choice (RFC 8215): which IPv4 address it means is known to that network alone.
  ['64:ff9b:1::', 48],
] as const) {
  local.addSubnet(network, prefix, 'ipv6');
}

/** Prefixes of IPv6 addresses that carry an IPv4 address (mapped, compatible, translated, NAT64, 6to4), and its group. */
const carriers = [
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  { prefix: [0, 0, 0, 0, 0, 0], at: 6 },
  { prefix: [0, 0, 0, 0, 0xffff, 0], at: 6 },
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
  { prefix: [0x2002], at: 1 },
];

function groupsOf(address: string): number[] {
  // The URL parser writes an IPv4 tail as two groups and leaves out zeros in one way only.
  const [head = '', tail] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  if (tail === undefined) return parse(head);
  const [before, after] = [parse(head), parse(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** @returns the IPv4 address inside of an IPv6 address; null where there is none. */
function carriedAddress(address: string): string | null {
  const groups = groupsOf(address);
  const carrier = carriers.find(({ prefix }) => prefix.every((group, index) => groups[index] === group));
  if (!carrier) return null;
  const [high = 0, low = 0] = groups.slice(carrier.at, carrier.at + 2);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** @returns the addresses of this machine's network interfaces at this moment */
export function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((interfaces = []) => interfaces.map(({ address }) => address));
}

function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const address of addresses) {
    const [plain = ''] = address.split('%');
    list.addAddress(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

/**
 * @param address IPv4 or IPv6, as a resolver answers
 * @param own the machine's addresses: what listens on all of them is reached by each, like on loopback
 * @returns whether it is loopback, link-local, unspecified, multicast, a metadata service or the machine itself, in any
 *   notation
 * @throws TypeError for anything but an address
 */
export function isLocalAddress(address: string, own: readonly string[]): boolean {
  const family = isIP(address);
  if (family === 0) throw new TypeError(`${address} is no address`);
  const lists = [local, listOf(own)];
  if (family === 4) return lists.some((list) => list.check(address, 'ipv4'));
  const [plain = address] = address.split('%');
  if (lists.some((list) => list.check(plain, 'ipv6'))) return true;
  const carried = carriedAddress(address);
  return carried !== null && lists.some((list) => list.check(carried, 'ipv4'));
}
