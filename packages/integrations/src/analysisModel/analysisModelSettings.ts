export const modelProviders = ['openai-compatible', 'anthropic'] as const;
export type ModelProvider = (typeof modelProviders)[number];

/** The model that explains failures, as the operator has set it. */
export type AnalysisModelSettings = {
  provider: ModelProvider;
  /** What `/chat/completions` (OpenAI) or `/messages` (Anthropic) is below, without a slash at its end. */
  url: string;
  /** null: the service asks for no key, such as one of the operator's own network. */
  key: string | null;
  model: string;
};

/** The operator's own network may have it, without TLS: the address is the operator's, not a user's. */
function requireModelAddress(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isAddress = url !== null && /^https?:$/.test(url.protocol);
  if (!isAddress || url.username || url.password || url.search || url.hash) {
    // Without the value: it may contain a password.
    throw new RangeError(
      'ASSAY_AI_URL must be an http or https address without user, query or fragment, such as https://api.openai.com/v1.',
    );
  }
  return url;
}

function providerOf(given: string | undefined, { hostname }: URL): ModelProvider {
  if (!given) return /(^|\.)anthropic\.com$/.test(hostname) ? 'anthropic' : 'openai-compatible';
  const known = modelProviders.find((provider) => provider === given);
  if (known) return known;
  throw new RangeError(`ASSAY_AI_PROVIDER must be one of ${modelProviders.join(', ')}, not '${given}'.`);
}

/**
 * @returns what `ASSAY_AI_…` configures; null: no model
 * @throws RangeError that names the variable which is wrong or missing
 */
export function analysisModelSettingsOf(env: NodeJS.ProcessEnv): AnalysisModelSettings | null {
  const { ASSAY_AI_URL, ASSAY_AI_KEY, ASSAY_AI_MODEL, ASSAY_AI_PROVIDER } = env;
  if (!ASSAY_AI_URL && !ASSAY_AI_KEY && !ASSAY_AI_MODEL && !ASSAY_AI_PROVIDER) return null;
  if (!ASSAY_AI_URL) throw new RangeError('ASSAY_AI_URL is missing.');
  if (!ASSAY_AI_MODEL) throw new RangeError('ASSAY_AI_MODEL is missing.');
  const url = requireModelAddress(ASSAY_AI_URL);
  const provider = providerOf(ASSAY_AI_PROVIDER, url);
  if (!/^[\x21-\x7e]{1,200}$/.test(ASSAY_AI_MODEL)) {
    throw new RangeError('ASSAY_AI_MODEL must be the name of a model: up to 200 characters, no blanks.');
  }
  if (ASSAY_AI_KEY && !/^[\x21-\x7e]+$/.test(ASSAY_AI_KEY)) {
    throw new RangeError('ASSAY_AI_KEY must be a key: printable ASCII characters, no blanks.');
  }
  if (!ASSAY_AI_KEY && provider === 'anthropic') throw new RangeError('ASSAY_AI_KEY is missing.');
  return { provider, url: url.href.replace(/\/+$/, ''), key: ASSAY_AI_KEY || null, model: ASSAY_AI_MODEL };
}
