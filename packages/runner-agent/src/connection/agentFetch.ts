import { type Fetch, openFetch, proxiesOf } from '@assay/proxies';

let opened: Fetch | null = null;

/** fetch through the proxies of the agent's environment, with one pool of connections for the process. */
export const agentFetch: Fetch = (input, init) => {
  opened ??= openFetch(proxiesOf(process.env));
  return opened(input, init);
};
