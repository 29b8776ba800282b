import ipaddr from 'ipaddr.js';

/** Whoever has a network of IPv6 has as many addresses as they like, so its first 64 bits count. */
export function networkOf(address: string): string {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  return parsed?.kind() === 'ipv6' ? parsed.toNormalizedString().split(':', 4).join(':') : String(parsed ?? address);
}
