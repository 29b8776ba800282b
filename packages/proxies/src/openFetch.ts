import { fetch } from 'undici';
import { type DispatcherOptions, openDispatcher } from './openDispatcher.ts';
import type { Proxies } from './proxies.ts';

export type Fetch = typeof fetch;

/** @returns fetch that goes through the proxies of the environment; its errors say where one is set */
export function openFetch(proxies: Proxies, options: DispatcherOptions = {}): Fetch {
  const { dispatcher } = openDispatcher(proxies, options);
  return async (input, init) => {
    try {
      return await fetch(input, { ...init, dispatcher });
    } catch (error) {
      const address = typeof input === 'object' && 'url' in input ? input.url : String(input);
      const note = proxies.noteFor(address);
      if (note === '' || !(error instanceof TypeError)) throw error;
      throw new TypeError(`${error.message}${note}`, { cause: error.cause });
    }
  };
}
