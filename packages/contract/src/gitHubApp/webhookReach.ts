import { gitServiceAddresses } from '../authorizations/gitServices.ts';

const loopback = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;
/** RFC 1918, RFC 3927, RFC 4193 and RFC 4291, and names that are never in the public DNS (RFC 6762, RFC 8375). */
const internal =
  /^(?:10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|169\.254(?:\.\d+){2}|\[f[cd][0-9a-f]{2}:.*\]|\[fe[89ab][0-9a-f]:.*\]|[^.[\]]+|.*\.(?:local|internal|lan|home\.arpa|test|invalid))$/;

/** @param hostname of a URL, in lower case */
export function isLoopbackName(hostname: string): boolean {
  return loopback.test(hostname);
}

/**
 * GitHub refuses an app whose webhook has an address that is not on the public Internet; a GitHub Enterprise Server may
 * be in the same network.
 * @param publicUrl where people reach Assay
 * @param address of the GitHub that is to tell of pushes
 * @returns why it cannot reach Assay there, for people; null: as far as the address shows, it can
 */
export function webhookProblemOf(publicUrl: string, address: string): string | null {
  const { hostname } = new URL(publicUrl);
  const host = hostname.toLowerCase();
  if (isLoopbackName(host)) return `GitHub cannot reach ${publicUrl}, which is this machine.`;
  if (address !== gitServiceAddresses.GitHub || !internal.test(host)) return null;
  return `github.com cannot reach ${publicUrl}, which is not on the public Internet.`;
}
