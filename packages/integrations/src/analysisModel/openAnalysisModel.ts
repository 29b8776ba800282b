import { setTimeout as delay } from 'node:timers/promises';
import { loadOnce } from '@assay/concurrency';
import type { CauseExamples } from '@assay/contract';
import type { Proxies } from '@assay/proxies';
import type { AnalysisModelSettings } from './analysisModelSettings.ts';
import { openBoundedFetch } from './boundedFetch.ts';
import { type CauseAnswer, checkedAnswer } from './checkedAnswer.ts';
import type { ModelReply } from './modelClient.ts';
import { ModelFailure } from './modelFailure.ts';
import { type OutgoingAnalysisText, outgoingOf } from './outgoingAnalysis.ts';

const maxAnswerBytes = 512 * 1024;
/** Of an answer that is sent back to be repaired. */
const longestRepaired = 24_000;

export type ModelOutcome =
  /** `tokens`: of all requests; null: the service does not count them. */
  | { kind: 'answered'; summary: string; causes: readonly CauseAnswer[]; tokens: number | null }
  /** `reason`: for people. */
  | { kind: 'failed'; reason: string };

/** A model that explains failures. */
export type AnalysisModel = {
  name: string;
  /** @returns what is sent about these causes, without the key of the model */
  outgoingOf(causes: readonly CauseExamples[], facts: readonly string[]): OutgoingAnalysisText;
  /**
   * Asks within the time limit, again once where the service is in trouble, and once more where the answer has another
   * form. Failures are results.
   */
  analyse(outgoing: OutgoingAnalysisText, signal: AbortSignal): Promise<ModelOutcome>;
};

export type AnalysisModelDeps = {
  proxies: Proxies;
  /** Of a whole analysis. */
  timeLimitMs?: number;
  /** Before the second request, unless the service names a time. */
  retryDelayMs?: number;
};

/** @returns the JSON object of an answer, which some models put between other words; undefined: there is no object */
function parsedFrom(text: string): unknown {
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    // It is repaired once.
    return undefined;
  }
}

/** Whose answers stay as they are: repairing them would end in the same way. */
function refusalOf({ finishReason }: ModelReply): string | null {
  if (finishReason === 'length') return "The model's answer is too long.";
  return finishReason === 'content-filter' ? 'The model declined to answer.' : null;
}

/** Opens the model that the operator has set; its SDK is loaded with the first analysis. */
export function openAnalysisModel(
  settings: AnalysisModelSettings,
  { proxies, timeLimitMs = 60_000, retryDelayMs = 2000 }: AnalysisModelDeps,
): AnalysisModel {
  const fetch = openBoundedFetch(proxies, maxAnswerBytes);
  const client = loadOnce(async () => {
    const { openModelClient } = await import('./modelClient.ts');
    return openModelClient(settings, fetch, proxies.noteFor(settings.url));
  });

  async function analyseWithin(
    { instructions, text }: OutgoingAnalysisText,
    check: (answer: unknown) => ReturnType<typeof checkedAnswer>,
    signal: AbortSignal,
    remainingMs: () => number,
  ): Promise<ModelOutcome> {
    const { ask } = await client();
    let mayRetry = true;
    let tokens: number | null = null;

    const replyTo = async (messages: Parameters<typeof ask>[1]): Promise<ModelReply | string> => {
      for (;;) {
        try {
          const reply = await ask(instructions, messages, signal);
          if (reply.tokens !== null) tokens = (tokens ?? 0) + reply.tokens;
          return reply;
        } catch (error) {
          if (!(error instanceof ModelFailure)) throw error;
          const waitMs = error.retryAfterMs ?? retryDelayMs;
          if (!error.isTransient) return `${error.message}.`;
          if (!mayRetry) return `${error.message}, twice.`;
          if (waitMs >= remainingMs()) return `${error.message}.`;
          mayRetry = false;
          await delay(waitMs, undefined, { signal });
        }
      }
    };

    const question = { role: 'user', content: text } as const;
    const first = await replyTo([question]);
    if (typeof first === 'string') return { kind: 'failed', reason: first };
    const answered = check(parsedFrom(first.text));
    if (answered !== null) return { kind: 'answered', ...answered, tokens };
    const refusal = refusalOf(first);
    if (refusal !== null) return { kind: 'failed', reason: refusal };

    const given = { role: 'assistant', content: first.text.slice(0, longestRepaired) || '(empty)' } as const;
    const request =
      'This is not a JSON object of the schema. Send the whole answer again as one such object, nothing else.';
    const second = await replyTo([question, given, { role: 'user', content: request }]);
    if (typeof second === 'string') return { kind: 'failed', reason: second };
    const repaired = check(parsedFrom(second.text));
    if (repaired !== null) return { kind: 'answered', ...repaired, tokens };
    return {
      kind: 'failed',
      reason: refusalOf(second) ?? "The model's answer does not have the expected form, twice.",
    };
  }

  return {
    name: settings.model,
    outgoingOf: (causes, facts) => outgoingOf(causes, facts, settings.key ? [settings.key] : []),
    analyse: async (outgoing, signal) => {
      const limit = AbortSignal.timeout(timeLimitMs);
      const end = performance.now() + timeLimitMs;
      try {
        return await analyseWithin(
          outgoing,
          (answer) => checkedAnswer(answer, outgoing),
          AbortSignal.any([signal, limit]),
          () => end - performance.now(),
        );
      } catch (error) {
        if (signal.aborted) return { kind: 'failed', reason: 'The analysis was stopped.' };
        if (limit.aborted) return { kind: 'failed', reason: `The model did not answer in ${timeLimitMs / 1000} s.` };
        throw error;
      }
    },
  };
}
