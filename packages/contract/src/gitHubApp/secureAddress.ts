const ofThisMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * @returns an address of a service without a slash at its end; null where it is neither https nor of this machine, or has
 * more than host, port and path
 */
export function secureAddressOf(given: string): string | null {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || url.username || url.password || url.search || url.hash) return null;
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && ofThisMachine.has(url.hostname));
  return isSecure ? `${url.origin}${url.pathname}`.replace(/\/+$/, '') : null;
}
