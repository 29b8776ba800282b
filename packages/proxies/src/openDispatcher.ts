import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import type { Proxies } from './proxies.ts';

export type DispatcherOptions = {
  /** As undici's agent has it. */
  pipelining?: number;
  /** `lookup`: of direct connections, as a proxy resolves names itself. `ca`: of destinations, also behind a proxy. */
  connect?: { lookup?: LookupFunction; ca?: string };
};

/**
 * How requests leave: directly, or through the proxy that is set for their address. http goes through a proxy in absolute
 * form, as proxies seldom allow CONNECT to port 80; https through a tunnel.
 */
export function openDispatcher(proxies: Proxies, options: DispatcherOptions = {}) {
  const direct = new Agent(options);
  const byProxy = new Map<string, ProxyAgent>();
  const through = (uri: string) => {
    const known =
      byProxy.get(uri) ?? new ProxyAgent({ ...options, uri, proxyTunnel: false, requestTls: options.connect });
    byProxy.set(uri, known);
    return known;
  };
  const dispatcher: Dispatcher = direct.compose((dispatch) => (request, handler) => {
    const proxy = request.origin === undefined ? null : proxies.proxyFor(new URL(request.origin));
    return proxy === null ? dispatch(request, handler) : through(proxy).dispatch(request, handler);
  });
  return {
    dispatcher,
    /** Ends requests in progress. */
    close: () => {
      for (const agent of [direct, ...byProxy.values()]) void agent.destroy();
    },
  };
}
