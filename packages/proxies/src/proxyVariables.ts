const loopback = ['localhost', '127.0.0.1', '::1'];

/**
 * The proxy's variables for a program that is started: in both cases, because git and curl read `http_proxy` only and
 * others the name in upper case, and with this machine excluded, which most programs would send to the proxy.
 * @returns nothing where no proxy is set
 */
export function proxyVariables(environment: NodeJS.ProcessEnv): Record<string, string> {
  const read = (upper: string) => environment[upper.toLowerCase()] ?? environment[upper] ?? '';
  const set = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].map((name) => [name, read(name)] as const);
  const used = set.filter(([, value]) => value !== '');
  if (used.length === 0) return {};
  const excluded = read('NO_PROXY')
    .split(/[,\s]+/)
    .filter(Boolean);
  const variables = [...used, ['NO_PROXY', [...new Set([...loopback, ...excluded])].join(',')] as const];
  return Object.fromEntries(
    variables.flatMap(([name, value]) => [
      [name, value],
      [name.toLowerCase(), value],
    ]),
  );
}
