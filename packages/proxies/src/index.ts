export { FormData, Headers, type Response } from 'undici';
export { openDispatcher } from './openDispatcher.ts';
export { type Fetch, openFetch } from './openFetch.ts';
export { type Proxies, proxiesOf } from './proxies.ts';
