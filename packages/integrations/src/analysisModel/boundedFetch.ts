import { type Fetch, openFetch, type Proxies } from '@assay/proxies';

/** A service answers with more than is read. */
export class TooLong extends Error {}

async function readText(body: Awaited<ReturnType<Fetch>>['body'], maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels what has not arrived.
  for await (const chunk of body ?? []) {
    const part: Uint8Array = chunk;
    bytes += part.length;
    if (bytes > maxBytes) throw new TooLong();
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * @returns `fetch` for the AI SDK: through the proxies of the environment, without following redirects, and with answers
 * that are read up to a limit before anything parses them
 */
export function openBoundedFetch(proxies: Proxies, maxBytes: number): typeof globalThis.fetch {
  const send = openFetch(proxies);
  return async (input, init) => {
    const answer = await send(input instanceof Request ? input.url : input, {
      method: init?.method ?? 'GET',
      headers: [...new Headers(init?.headers)],
      body: typeof init?.body === 'string' ? init.body : null,
      signal: init?.signal ?? null,
      redirect: 'manual',
    });
    const text = await readText(answer.body, maxBytes);
    const { status } = answer;
    // They cannot have a body.
    const body = status === 204 || status === 205 || status === 304 ? null : text;
    const headers = [...answer.headers].filter(([name]) => !/^content-(?:encoding|length)$/.test(name));
    return new Response(body, { status, headers });
  };
}
