import { proxiesOf } from '@assay/proxies';
import { type FakeModel, fakeModel, modelRefuses } from '../../../../test/support/fakeModel.ts';
import { forwardProxy } from '../../../../test/support/forwardProxy.ts';
import { freePort } from '../../../../test/support/freePort.ts';
import type { Reply } from '../../../../test/support/receivingServer.ts';
import { refusedConnection, sampleAnswer } from '../../test/sampleCauses.ts';
import type { ModelProvider } from './analysisModelSettings.ts';
import { type AnalysisModelDeps, openAnalysisModel } from './openAnalysisModel.ts';
import { outgoingOf } from './outgoingAnalysis.ts';

const outgoing = outgoingOf([refusedConnection], ['14 of 20 tests passed.']);
/** The second source is the cause itself, the third its example. */
const answer = sampleAnswer({ source: 'S3' });

describe('a model that explains failures', () => {
  let fake: FakeModel;
  beforeEach(async () => {
    fake = await fakeModel();
    fake.answers = [answer];
  });
  afterEach(() => fake.stop());

  type Given = Partial<AnalysisModelDeps> & { provider?: ModelProvider; url?: string; key?: string; model?: string };
  function open({
    provider = 'openai-compatible',
    url = fake.url,
    key = fake.key,
    model = 'large',
    ...deps
  }: Given = {}) {
    return openAnalysisModel(
      { provider, url, key, model },
      { proxies: proxiesOf({}), timeLimitMs: 600_000, retryDelayMs: 0, ...deps },
    );
  }
  const analyse = (given: Given = {}) => open(given).analyse(outgoing, new AbortController().signal);
  const reasonOf = async (given: Given = {}) => {
    const outcome = await analyse(given);
    return outcome.kind === 'failed' ? outcome.reason : outcome;
  };

  const explained = {
    kind: 'answered',
    summary: 'The database refuses the tests.',
    causes: [
      {
        rootCauseId: refusedConnection.rootCauseId,
        verdict: 'CONFIRMED',
        kind: 'ENVIRONMENT',
        title: 'The database role may not log in',
        claims: [
          {
            text: 'The role has no right to log in.',
            cites: [
              {
                source: 'error of cart.spec.ts › adds an article',
                firstLine: 3,
                lines: ['database: role "shop" is not permitted to log in'],
              },
            ],
          },
        ],
        suggestions: [{ text: 'Grant `LOGIN` to the role `shop`.' }],
        droppedClaims: 0,
      },
    ],
    tokens: 100,
  };

  it('answers by the schema at a service with structured outputs, without tools', async () => {
    expect(await analyse()).toEqual(explained);
    const [{ system, texts, body } = { system: '', texts: [], body: {} }] = fake.asked;
    expect({ system, texts }).toEqual({ system: outgoing.instructions, texts: [outgoing.text] });
    expect(body).toMatchObject({
      model: 'large',
      temperature: 0,
      max_tokens: 8000,
      response_format: { type: 'json_schema', json_schema: { strict: true } },
    });
    expect(body.tools).toBeUndefined();
  });

  it('answers at a compatible service without them, which is asked in other words from then on', async () => {
    fake.takesSchemas = false;
    fake.answers = [`Here it is:\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``];
    const model = open();
    const { signal } = new AbortController();
    expect(await model.analyse(outgoing, signal)).toEqual(explained);
    expect(await model.analyse(outgoing, signal)).toEqual(explained);
    expect(fake.asked.map(({ body }) => 'response_format' in body)).toEqual([true, false, false]);
  });

  it('answers where a model takes neither a temperature nor the usual limit', async () => {
    fake.refuses = ['temperature'];
    fake.instead = (_request, index) =>
      'max_tokens' in (fake.asked[index]?.body ?? {})
        ? modelRefuses(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        : undefined;
    expect(await analyse()).toEqual(explained);
    const { body } = fake.asked.at(-1) ?? {};
    expect(body).toMatchObject({ max_completion_tokens: 8000, response_format: { type: 'json_schema' } });
    expect(body).not.toHaveProperty('temperature');
  });

  it.each(['claude-sonnet-4-5', 'claude-3-haiku-20240307', 'a-model-that-is-not-known'])(
    'answers at a service of Anthropic: %s',
    async (model) => {
      expect(await analyse({ provider: 'anthropic', model })).toEqual(explained);
      expect(fake.asked).toMatchObject([{ system: outgoing.instructions, texts: [outgoing.text] }]);
      expect(fake.asked[0]?.body).toMatchObject({ model, max_tokens: expect.any(Number) });
    },
  );

  it('is asked once more after a 429, when the service says', async () => {
    fake.instead = (_request, index) =>
      index === 0 ? modelRefuses(429, 'Slow down', { 'retry-after': '0' }) : undefined;
    expect(await analyse({ retryDelayMs: 600_000 })).toEqual(explained);
    expect(fake.asked).toHaveLength(2);
  });

  it.each([
    [429, "The model's service limits the number of requests, twice."],
    [503, "The model's service failed (503), twice."],
  ])('fails after a second %i', async (status, reason) => {
    fake.instead = () => modelRefuses(status, 'no');
    expect(await reasonOf()).toBe(reason);
    expect(fake.asked).toHaveLength(2);
  });

  it('does not wait for longer than there is time', async () => {
    fake.instead = () => modelRefuses(429, 'Slow down', { 'retry-after': '3600' });
    expect(await reasonOf()).toBe("The model's service limits the number of requests.");
    expect(fake.asked).toHaveLength(1);
  });

  it('fails in time where the service never answers', async () => {
    fake.instead = () => null;
    expect(await reasonOf({ timeLimitMs: 50 })).toBe('The model did not answer in 0.05 s.');
  });

  it('stops when its caller does', async () => {
    const stopped = new AbortController();
    fake.instead = () => {
      stopped.abort();
      return null;
    };
    const outcome = await open().analyse(outgoing, stopped.signal);
    expect(outcome).toEqual({ kind: 'failed', reason: 'The analysis was stopped.' });
  });

  it('is asked once more where the connection is cut or the service is not there', async () => {
    fake.instead = (_request, index) => (index === 0 ? 'cut' : undefined);
    expect(await analyse()).toEqual(explained);
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await reasonOf({ url })).toBe("The model's service cannot be reached, twice.");
  });

  it.each([
    [401, "The model's service refused the key."],
    [404, "The model's service does not have this address or model."],
    [418, "The model's service refused the request (418)."],
  ])('fails at once where the service answers %i, whose words are not repeated', async (status, reason) => {
    fake.instead = () => modelRefuses(status, 'Incorrect API key provided: sk-12345');
    expect(await reasonOf()).toBe(reason);
    expect(await reasonOf({ provider: 'anthropic' })).toBe(reason);
    expect(fake.asked).toHaveLength(2);
  });

  it('follows no redirects', async () => {
    fake.instead = ({ path }) =>
      path === '/chat/completions' ? { status: 307, headers: { location: `${fake.url}/elsewhere` } } : undefined;
    expect(await reasonOf()).toBe("The model's service redirects to another address, which is not followed.");
    expect(fake.asked).toHaveLength(1);
  });

  it.each([
    ['no JSON', 'I cannot say.'],
    ['JSON that is cut', JSON.stringify(answer).slice(0, 80)],
    ['JSON of another shape', '{"causes": "many"}'],
  ])('repairs an answer once: %s', async (_, broken) => {
    fake.answers = [broken, answer];
    expect(await analyse()).toEqual({ ...explained, tokens: 200 });
    expect(fake.asked[1]?.texts).toEqual([outgoing.text, broken, expect.stringMatching(/^This is not a JSON object/)]);
    fake.answers = [broken];
    expect(await reasonOf()).toBe("The model's answer does not have the expected form, twice.");
    expect(fake.asked).toHaveLength(4);
  });

  it.each([
    ['no JSON at all', '<html>Welcome</html>'],
    ['JSON that is cut', '{"choices": [{"mess'],
    ['no choices', '{"choices": []}'],
    ['other JSON', '[1, 2]'],
  ])('fails where something else answers: %s', async (_, body) => {
    fake.instead = () => ({ status: 200, headers: { 'content-type': 'application/json' }, body });
    const reason = "The model's service sent an answer that cannot be read.";
    expect(await reasonOf()).toBe(reason);
    expect(await reasonOf({ provider: 'anthropic' })).toBe(reason);
  });

  const chat = (reply: object): Reply => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(reply),
  });

  it('answers without a count of tokens where the service has none', async () => {
    fake.instead = () => chat({ choices: [{ message: { content: JSON.stringify(answer) } }] });
    expect(await analyse()).toEqual({ ...explained, tokens: null });
  });

  it.each([
    [{ content: JSON.stringify(answer).slice(0, 80) }, 'length', "The model's answer is too long."],
    [{ content: '' }, 'content_filter', 'The model declined to answer.'],
  ])('repairs no answer that would end in the same way: %j', async (message, finish_reason, reason) => {
    fake.instead = () => chat({ choices: [{ message, finish_reason }] });
    expect(await reasonOf()).toBe(reason);
    expect(fake.asked).toHaveLength(1);
  });

  it('reads no endless answer', async () => {
    fake.answers = ['x'.repeat(600_000)];
    expect(await reasonOf()).toBe("The model's answer is too long.");
    expect(fake.asked).toHaveLength(1);
  });

  it('is reached through the proxy of the environment', async () => {
    const proxy = await forwardProxy({ 'models.example.test': Number(new URL(fake.url).port) });
    const proxies = proxiesOf({ HTTP_PROXY: proxy.url });
    expect(await analyse({ url: 'http://models.example.test/v1', proxies })).toMatchObject({ kind: 'failed' });
    expect(await analyse({ url: 'http://models.example.test', proxies })).toEqual(explained);
    expect(proxy.asked).toEqual([
      'POST http://models.example.test/v1/chat/completions',
      'POST http://models.example.test/chat/completions',
    ]);
    await proxy.stop();
    expect(await reasonOf({ url: 'http://models.example.test', proxies })).toBe(
      "The model's service cannot be reached (a proxy is set: HTTP_PROXY), twice.",
    );
  });

  it('drops claims that cite what was not sent', async () => {
    fake.answers = [sampleAnswer({ source: 'S9' })];
    expect(await analyse()).toMatchObject({
      summary: 'The model found no reason that the output shows.',
      causes: [{ verdict: 'INCONCLUSIVE', kind: 'UNKNOWN', claims: [], suggestions: [], droppedClaims: 1 }],
    });
  });
});
