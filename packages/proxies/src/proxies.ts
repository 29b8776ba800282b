import { openDirectHosts } from './directHosts.ts';
import { proxyVariables } from './proxyVariables.ts';

/** The proxies of the environment: `HTTP_PROXY` for http addresses, `HTTPS_PROXY` for https ones, except `NO_PROXY`. */
export type Proxies = {
  /** @returns the proxy that a request goes through; null: it goes to its host directly */
  proxyFor(url: URL): string | null;
  /** @returns what an error adds about an address that cannot be reached; empty where no proxy is used for it */
  noteFor(url: string | URL): string;
  /** What programs that are started, such as git, find the same proxies by. */
  variables: Readonly<Record<string, string>>;
};

type Setting = { name: string; proxy: string };

function settingOf(environment: NodeJS.ProcessEnv, upper: string): Setting | null {
  // Lower case first, as curl reads it.
  const name = [upper.toLowerCase(), upper].find((each) => environment[each] !== undefined) ?? upper;
  const value = environment[name]?.trim();
  if (!value) return null;
  const proxy = value.includes('://') ? value : `http://${value}`;
  const isUsable = URL.canParse(proxy) && /^https?:$/.test(new URL(proxy).protocol);
  // Without the value: it may contain a password.
  if (!isUsable) throw new RangeError(`${name} must be the address of a proxy, such as http://proxy.example.org:3128.`);
  return { name, proxy };
}

/**
 * @param environment `process.env`; names in lower case take precedence
 * @throws RangeError that names the variable whose value is not the address of an HTTP proxy
 */
export function proxiesOf(environment: NodeJS.ProcessEnv): Proxies {
  const settings: Readonly<Record<string, Setting | null>> = {
    'http:': settingOf(environment, 'HTTP_PROXY'),
    'https:': settingOf(environment, 'HTTPS_PROXY'),
  };
  const isDirect = openDirectHosts(environment.no_proxy ?? environment.NO_PROXY ?? '');
  const settingFor = (url: URL) => (isDirect(url) ? null : (settings[url.protocol] ?? null));
  return {
    proxyFor: (url) => settingFor(url)?.proxy ?? null,
    noteFor: (url) => {
      const used = URL.canParse(String(url)) ? settingFor(new URL(url)) : null;
      return used ? ` (a proxy is set: ${used.name})` : '';
    },
    variables: proxyVariables(environment),
  };
}
