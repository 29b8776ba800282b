import { openDispatcher } from '@assay/proxies';
import { request } from 'undici';
import { type OutgoingGuard, OutgoingRefused } from './outgoingGuard.ts';

/** Of the whole request; somebody waits at a form. */
const timeLimitMs = 15_000;
const maxBytes = 8 * 1024 * 1024;

/** A service did not give what it was asked for. The message says why, for people. */
export class UnreadableService extends Error {
  /** What it answered; null: nothing of use. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
    this.name = 'UnreadableService';
  }
}

export type JsonReader = {
  /**
   * @returns what a service answers, as parsed
   * @throws UnreadableService where it refuses, is not there, takes too long, or answers something else
   */
  read(url: string, headers: Record<string, string>): Promise<unknown>;
  close(): void;
};

const reasons: Readonly<Record<number, string>> = {
  401: 'The service does not take the token: it is not valid, or has expired.',
  403: 'The token may not do this.',
  404: 'The service has no such address.',
  429: 'The service was asked too often.',
};

/** Reads JSON from addresses that people gave, past the guard, with a limit on time and size. Redirects are not followed. */
export function openJsonReader(guard: OutgoingGuard): JsonReader {
  const { dispatcher, close } = openDispatcher(guard.proxies, { connect: { lookup: guard.lookup } });
  return {
    read: async (url, headers) => {
      const signal = AbortSignal.timeout(timeLimitMs);
      try {
        await guard.requireAllowedUrl(new URL(url));
        const sent = { accept: 'application/json', 'user-agent': 'Assay', ...headers };
        const answer = await request(url, { headers: sent, dispatcher, signal });
        if (answer.statusCode !== 200) {
          await answer.body.dump();
          throw new UnreadableService(
            reasons[answer.statusCode] ?? `The service answered ${answer.statusCode}.`,
            answer.statusCode,
          );
        }
        let text = '';
        for await (const chunk of answer.body.setEncoding('utf8')) {
          text += chunk;
          if (text.length > maxBytes) throw new UnreadableService('The service answered with more than can be read.');
        }
        return JSON.parse(text) as unknown;
      } catch (error) {
        if (error instanceof UnreadableService) throw error;
        const refused = error instanceof OutgoingRefused ? error : Object(error).cause;
        if (refused instanceof OutgoingRefused) throw new UnreadableService(`${refused.message}.`);
        if (error instanceof SyntaxError) throw new UnreadableService('What answered is no such service.');
        const what = signal.aborted ? 'The service did not answer in time' : 'The service cannot be reached';
        throw new UnreadableService(`${what}${guard.proxies.noteFor(url)}.`);
      }
    },
    close,
  };
}
