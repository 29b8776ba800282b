const loopback = ['localhost', '127.0.0.1', '::1'];

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
