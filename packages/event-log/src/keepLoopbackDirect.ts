const loopback = ['localhost', '127.0.0.1', '::1'];

/**
 * @param url of the event store
 * @returns what an error adds about a store that cannot be reached; empty where gRPC uses no proxy for it
 */
export function grpcProxyNote(url: string, environment: NodeJS.ProcessEnv = process.env): string {
  const isLocal = loopback.some((host) => url.includes(`//${host}:`) || url.includes(`//[${host}]:`));
  const name = ['grpc_proxy', 'https_proxy', 'http_proxy'].find((each) => environment[each]);
  return isLocal || name === undefined ? '' : ` (a proxy is set: ${name})`;
}

/**
 * Excludes this machine from the proxy of the environment: gRPC sends calls to every address by `http_proxy`, also those
 * to a store on loopback, which no proxy can reach.
 * @param environment what gRPC reads when a client connects
 */
export function keepLoopbackDirect(environment: NodeJS.ProcessEnv = process.env): void {
  // gRPC reads the second only where the first is not set, and never the third.
  const excluded = (environment.no_grpc_proxy || environment.no_proxy || environment.NO_PROXY || '')
    .split(',')
    .filter(Boolean);
  environment.no_grpc_proxy = [...new Set([...loopback, ...excluded])].join(',');
}
