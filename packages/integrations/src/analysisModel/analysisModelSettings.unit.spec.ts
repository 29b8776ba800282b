import { analysisModelSettingsOf } from './analysisModelSettings.ts';

const openAI = {
  ASSAY_AI_URL: 'https://api.openai.com/v1/',
  ASSAY_AI_KEY: 'sk-made-up',
  ASSAY_AI_MODEL: 'gpt-large',
};
const anthropic = { ...openAI, ASSAY_AI_URL: 'https://api.anthropic.com/v1' };

describe('the settings of the model', () => {
  it('name no model unless they are set', () => {
    expect(analysisModelSettingsOf({ PATH: '/bin', ASSAY_AI_URL: '', ASSAY_AI_KEY: '' })).toBeNull();
  });

  it('have a provider that follows from the address unless it is named', () => {
    expect(analysisModelSettingsOf(openAI)).toEqual({
      provider: 'openai-compatible',
      url: 'https://api.openai.com/v1',
      key: 'sk-made-up',
      model: 'gpt-large',
    });
    expect(analysisModelSettingsOf(anthropic)).toMatchObject({ provider: 'anthropic' });
    const through = { ...openAI, ASSAY_AI_URL: 'https://gateway.acme.example/claude', ASSAY_AI_PROVIDER: 'anthropic' };
    expect(analysisModelSettingsOf(through)).toMatchObject({
      provider: 'anthropic',
      url: 'https://gateway.acme.example/claude',
    });
    const lookalike = { ...openAI, ASSAY_AI_URL: 'https://api.anthropic.com.acme.example/v1' };
    expect(analysisModelSettingsOf(lookalike)).toMatchObject({ provider: 'openai-compatible' });
  });

  it('may name a service of the own network without TLS and without a key', () => {
    const own = { ASSAY_AI_URL: 'http://ollama:11434/v1', ASSAY_AI_MODEL: 'qwen3:32b' };
    expect(analysisModelSettingsOf(own)).toMatchObject({
      url: 'http://ollama:11434/v1',
      key: null,
      model: 'qwen3:32b',
    });
  });

  const address = 'ASSAY_AI_URL must be an http or https address without user, query or fragment';
  it.each([
    [{ ASSAY_AI_KEY: 'k' }, 'ASSAY_AI_URL is missing.'],
    [{ ASSAY_AI_PROVIDER: 'anthropic' }, 'ASSAY_AI_URL is missing.'],
    [{ ...openAI, ASSAY_AI_MODEL: '' }, 'ASSAY_AI_MODEL is missing.'],
    [{ ...anthropic, ASSAY_AI_KEY: '' }, 'ASSAY_AI_KEY is missing.'],
    [{ ...openAI, ASSAY_AI_URL: 'api.openai.com' }, address],
    [{ ...openAI, ASSAY_AI_URL: 'ftp://api.openai.com' }, address],
    [{ ...openAI, ASSAY_AI_URL: 'https://user:secret@api.openai.com' }, address],
    [{ ...openAI, ASSAY_AI_URL: 'https://api.openai.com/v1?key=secret' }, address],
    [{ ...openAI, ASSAY_AI_PROVIDER: 'gemini' }, "must be one of openai-compatible, anthropic, not 'gemini'."],
    [{ ...openAI, ASSAY_AI_KEY: 'secret\n' }, 'ASSAY_AI_KEY must be a key'],
    [{ ...openAI, ASSAY_AI_MODEL: 'two words' }, 'ASSAY_AI_MODEL must be the name of a model'],
  ])('that are wrong are named without their secrets: %j', (env, said) => {
    expect(() => analysisModelSettingsOf(env)).toThrow(said);
    expect(() => analysisModelSettingsOf(env)).toThrow(/^(?!.*secret)/);
  });
});
