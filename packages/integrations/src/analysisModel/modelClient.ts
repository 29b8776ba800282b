import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, jsonSchema, type ModelMessage, NoObjectGeneratedError, Output } from 'ai';
import { retryAfterMsOf } from '../outgoing/postJson.ts';
import type { AnalysisModelSettings } from './analysisModelSettings.ts';
import { answerSchema } from './analysisPrompt.ts';
import { TooLong } from './boundedFetch.ts';
import { ModelFailure } from './modelFailure.ts';

const mostOutputTokens = 8000;

export type ModelReply = { text: string; tokens: number | null; finishReason: string };

/** What a service and its model take: services that speak one protocol differ in it. */
type Dialect = { hasSchema: boolean; hasTemperature: boolean; limit: 'max_tokens' | 'max_completion_tokens' };

/** @returns what to try after a request was refused as it is; null: nothing else */
function dialectAfter(refused: Dialect, said: string): Dialect | null {
  if (refused.limit === 'max_tokens' && said.includes('max_completion_tokens')) {
    return { ...refused, limit: 'max_completion_tokens' };
  }
  if (refused.hasTemperature && said.includes('temperature')) return { ...refused, hasTemperature: false };
  return refused.hasSchema ? { ...refused, hasSchema: false } : null;
}

const isRefusedAsItIs = (error: unknown): error is APICallError =>
  APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422);

const reasons: Readonly<Record<number, string>> = {
  401: "The model's service refused the key",
  402: "The model's service asks for a payment",
  403: "The model's service refused the key",
  404: "The model's service does not have this address or model",
  413: "The model's service refused the request as too long",
};

function failureOf(error: unknown, note: string): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (error instanceof TooLong) return new ModelFailure("The model's answer is too long");
  const unreadable = new ModelFailure("The model's service sent an answer that cannot be read");
  // The SDK has errors for what it does not understand; of some answers it does not expect it reads properties that they do
  // not have.
  if (!APICallError.isInstance(error)) return unreadable;
  const { statusCode: status, responseHeaders } = error;
  if (status === undefined) {
    return new ModelFailure(`The model's service cannot be reached${note}`, { isTransient: true });
  }
  const retryAfterMs = retryAfterMsOf(responseHeaders?.['retry-after'], new Date());
  if (status === 429) {
    return new ModelFailure("The model's service limits the number of requests", { isTransient: true, retryAfterMs });
  }
  if (status >= 500 || status === 408) {
    return new ModelFailure(`The model's service failed (${status})`, { isTransient: true, retryAfterMs });
  }
  if (status >= 400) return new ModelFailure(reasons[status] ?? `The model's service refused the request (${status})`);
  if (status >= 300) return new ModelFailure("The model's service redirects to another address, which is not followed");
  return unreadable;
}

/** Asks a model through the AI SDK. It is loaded where a model is set, and only when it is asked. */
export function openModelClient(
  { provider, url, key, model }: AnalysisModelSettings,
  fetch: typeof globalThis.fetch,
  note: string,
) {
  // The SDK writes to the console what a provider does not support, such as a temperature.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const isOpenAI = new URL(url).hostname === 'api.openai.com';
  let dialect: Dialect = {
    hasSchema: true,
    hasTemperature: true,
    limit: isOpenAI ? 'max_completion_tokens' : 'max_tokens',
  };

  function modelBy({ hasSchema, limit }: Dialect) {
    if (provider === 'anthropic') return createAnthropic({ baseURL: url, apiKey: key ?? '', fetch })(model);
    const service = createOpenAICompatible({
      name: 'assay',
      baseURL: url,
      ...(key === null ? {} : { apiKey: key }),
      supportsStructuredOutputs: hasSchema,
      transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, [limit]: max_tokens }),
      fetch,
    });
    return service(model);
  }

  async function generate(asked: Dialect, system: string, messages: ModelMessage[], abortSignal: AbortSignal) {
    try {
      const { text, totalUsage, finishReason } = await generateText({
        model: modelBy(asked),
        system,
        messages,
        maxOutputTokens: mostOutputTokens,
        maxRetries: 0,
        abortSignal,
        ...(asked.hasTemperature ? { temperature: 0 } : {}),
        ...(asked.hasSchema ? { output: Output.object({ schema: jsonSchema(answerSchema), name: 'analysis' }) } : {}),
      });
      return { text, tokens: totalUsage.totalTokens ?? null, finishReason };
    } catch (error) {
      // The text is read here in any case, as services without schemas answer with more than JSON.
      if (!NoObjectGeneratedError.isInstance(error)) throw error;
      const { text = '', usage, finishReason = 'other' } = error;
      return { text, tokens: usage?.totalTokens ?? null, finishReason };
    }
  }

  return {
    /**
     * Asks once, and again in other words where the service does not take a parameter, which it remembers.
     * @throws ModelFailure; whatever the signal's abort throws
     */
    ask: async (system: string, messages: ModelMessage[], signal: AbortSignal): Promise<ModelReply> => {
      let asked = dialect;
      for (;;) {
        try {
          const reply = await generate(asked, system, messages, signal);
          dialect = asked;
          return reply;
        } catch (error) {
          signal.throwIfAborted();
          const next = isRefusedAsItIs(error) ? dialectAfter(asked, error.responseBody ?? '') : null;
          if (next === null) throw failureOf(error, note);
          asked = next;
        }
      }
    },
  };
}
