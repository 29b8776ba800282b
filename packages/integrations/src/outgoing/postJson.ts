import { Readable } from 'node:stream';
import { openDispatcher } from '@assay/proxies';
import { request } from 'undici';
import type { DeliveryResult } from '../channel.ts';
import { type OutgoingGuard, OutgoingRefused } from './outgoingGuard.ts';

export type OutgoingRequest = {
  url: string;
  /** POST unless set. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  headers?: Record<string, string>;
  /** JSON, unless its headers say otherwise; left out with GET. */
  body?: string;
  /** How much of the answer is read, 16 KB unless set: what is longer is cut off there. */
  maxAnswerBytes?: number;
};

/** What a destination answered, as far as anybody needs it. */
export type OutgoingAnswer = { status: number; retryAfterMs: number | null; text: string };

/** Of the whole attempt. */
const usualTimeLimitMs = 15_000;
/** How much of an answer is read: enough to say what is wrong, or to find an id in it. */
const usualAnswerBytes = 16 * 1024;
const maxDetailLength = 1000;
/** Of what was sent and not answered. */
const notKnown = 'whether it arrived is not known';
/** No destination may have a message wait for longer. */
const maxRetryAfterMs = 24 * 3_600_000;

/** @returns milliseconds from now, of a number of seconds or a date; null: neither (RFC 9110, 10.2.3) */
export function retryAfterMsOf(header: string | undefined, now: Date): number | null {
  if (header === undefined || header.trim() === '') return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), maxRetryAfterMs) : null;
}

/** @returns what an answer says in words: of JSON its message, as most services have one */
function wordsOf(text: string): string {
  try {
    const { message, error } = Object(JSON.parse(text)) as { message?: unknown; error?: unknown };
    const said = message ?? error;
    if (typeof said === 'string') return said;
  } catch {
    // It is no JSON, and says whatever it says.
  }
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * What an answer means for the message: taken, to be sent again later, or never to be taken. Redirects are not followed:
 * whoever gave the address did not give the other one, and it may lead to this machine.
 */
export function resultOf({ status, retryAfterMs, text }: OutgoingAnswer): DeliveryResult {
  const detail = `${status} ${wordsOf(text)}`.trim().slice(0, maxDetailLength);
  if (status >= 200 && status < 300) return { kind: 'done', detail };
  if (status >= 300 && status < 400) {
    return { kind: 'refused', reason: `${status}: it redirects to another address, which is not followed` };
  }
  if (status === 408 || status === 429 || status >= 500) {
    const wait = retryAfterMs === null ? {} : { retryAfterMs };
    return { kind: 'retry', reason: detail, of: 'destination', ...wait };
  }
  return { kind: 'refused', reason: detail, ...(status === 410 ? { gone: true } : {}) };
}

function textOfError(error: unknown): string {
  const { cause } = Object(error) as { cause?: unknown };
  const of = cause instanceof Error ? cause : error;
  return (of instanceof Error ? of.message || of.name : String(of)).slice(0, maxDetailLength);
}

export type Poster = {
  /**
   * Posts once.
   * @returns the answer, or the result of an attempt without one
   */
  post(request: OutgoingRequest): Promise<OutgoingAnswer | DeliveryResult>;
  /** What to add to a text about an address that was not reached: that a proxy is set for it. */
  noteFor(url: string): string;
  close(): void;
};

export function isAnswer(outcome: OutgoingAnswer | DeliveryResult): outcome is OutgoingAnswer {
  return 'status' in outcome;
}

/** Posts JSON to addresses that people gave, past the guard, with a limit on its time and on what it reads. */
export function openPoster(guard: OutgoingGuard, timeLimitMs = usualTimeLimitMs): Poster {
  const { dispatcher, close } = openDispatcher(guard.proxies, { connect: { lookup: guard.lookup }, pipelining: 0 });
  return {
    post: async ({ url, method = 'POST', headers = {}, body = '', maxAnswerBytes = usualAnswerBytes }) => {
      const signal = AbortSignal.timeout(timeLimitMs);
      const bytes = Buffer.from(body);
      const isRead = method === 'GET';
      let isSent = false;
      /** It is asked for once there is a connection to write it to: from then on it may arrive. */
      async function* sent(): AsyncGenerator<Buffer> {
        isSent = true;
        yield bytes;
      }
      try {
        await guard.requireAllowedUrl(new URL(url));
        const answer = await request(url, {
          method,
          headers: {
            ...(isRead ? {} : { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
            'user-agent': 'Assay',
            ...headers,
          },
          body: isRead ? null : Readable.from(sent()),
          dispatcher,
          signal,
        });
        let text = '';
        for await (const chunk of answer.body.setEncoding('utf8')) {
          text += chunk;
          if (text.length > maxAnswerBytes) break;
        }
        const header = answer.headers['retry-after'];
        const retryAfterMs = retryAfterMsOf(Array.isArray(header) ? header[0] : header, new Date());
        return { status: answer.statusCode, retryAfterMs, text: text.slice(0, maxAnswerBytes) };
      } catch (error) {
        const refused = error instanceof OutgoingRefused ? error : Object(error).cause;
        if (refused instanceof OutgoingRefused) return { kind: 'refused', reason: refused.message };
        const what = signal.aborted ? `no answer within ${timeLimitMs / 1000} s` : textOfError(error);
        const reason = `${what}${guard.proxies.noteFor(url)}`;
        if (!isSent) return { kind: 'retry', reason, of: 'destination' };
        return { kind: 'retry', reason: `${reason}: ${notKnown}`, of: 'destination', isDoubtful: true };
      }
    },
    noteFor: guard.proxies.noteFor,
    close,
  };
}
