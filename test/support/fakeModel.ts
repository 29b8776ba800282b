import { type ReceivedRequest, type ReceivingServer, type Reply, receivingServer } from './receivingServer.ts';

const key = 'key-of-the-fake-model';

type Message = { role: string; content: string | readonly { text: string }[] };
type ChatBody = { model: string; messages: Message[]; response_format?: { type: string }; max_tokens?: number };
type MessagesBody = {
  model: string;
  system?: Message['content'];
  messages: Message[];
  tools?: { name: string }[];
  output_config?: { format?: unknown };
};

/** A request as a model reads it. */
export type AskedModel = { system: string; texts: string[]; body: Readonly<Record<string, unknown>> };

export type FakeModel = {
  /** For `ASSAY_AI_URL`. */
  url: string;
  key: string;
  /** Requests in order. */
  asked: AskedModel[];
  /** What the model says, in order; the last one again and again. Objects are sent as JSON. */
  answers: (string | object)[];
  /** Whether schemas are taken, as OpenAI and newer models of Anthropic do. */
  takesSchemas: boolean;
  /** Parameters that are refused, as models that reason refuse a temperature. */
  refuses: string[];
  /** Answers a request otherwise; undefined: as usual. */
  instead: (request: ReceivedRequest, index: number) => Reply | undefined;
  stop(): Promise<void>;
};

const json = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** How services say that they do not take a request. */
export const modelRefuses = (status: number, message: string, headers: Record<string, string> = {}): Reply =>
  json(status, { type: 'error', error: { message, type: 'invalid_request_error', param: null, code: null } }, headers);

const textOf = (content: Message['content'] = '') =>
  typeof content === 'string' ? content : content.map(({ text }) => text).join('\n');

/**
 * A fake of a model's service on loopback, which speaks the HTTP of OpenAI's chat completions, with and without structured
 * outputs, and of Anthropic's messages. It says what a test lets it say.
 */
export async function fakeModel(): Promise<FakeModel> {
  const server: ReceivingServer = await receivingServer();

  function answerChat(said: string, body: ChatBody): Reply {
    if (body.response_format && !fake.takesSchemas) {
      return modelRefuses(400, 'This response_format type is unavailable now');
    }
    return json(200, {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: body.model,
      choices: [{ index: 0, message: { role: 'assistant', content: said }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 70, completion_tokens: 30, total_tokens: 100 },
    });
  }

  function answerMessages(said: string, body: MessagesBody): Reply {
    if (body.output_config?.format && !fake.takesSchemas)
      return modelRefuses(400, 'output_config.format: not supported');
    // Where the SDK knows that a model has no schemas, it asks for the arguments of a tool.
    const isTool = body.tools?.some(({ name }) => name === 'json') && said.startsWith('{');
    return json(200, {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: body.model,
      content: isTool
        ? [{ type: 'tool_use', id: 'toolu_1', name: 'json', input: JSON.parse(said) }]
        : [{ type: 'text', text: said }],
      stop_reason: isTool ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 70, output_tokens: 30 },
    });
  }

  const fake: FakeModel = {
    url: server.url,
    key,
    asked: [],
    answers: [],
    takesSchemas: true,
    refuses: [],
    instead: () => undefined,
    stop: () => server.stop(),
  };
  server.reply = (request) => {
    const body = JSON.parse(request.body) as ChatBody & MessagesBody;
    const isChat = request.path === '/chat/completions';
    const ofSystem = body.messages.filter(({ role }) => role === 'system');
    const system = isChat ? ofSystem.map(({ content }) => textOf(content)).join('\n') : textOf(body.system);
    const texts = body.messages.filter(({ role }) => role !== 'system').map(({ content }) => textOf(content));
    const index = fake.asked.push({ system, texts, body }) - 1;

    const other = fake.instead(request, index);
    if (other !== undefined) return other;
    const isSigned = isChat
      ? request.headers.authorization === `Bearer ${key}`
      : request.headers['x-api-key'] === key && request.headers['anthropic-version'] !== undefined;
    if (!isSigned) return modelRefuses(401, 'Incorrect API key provided');
    if (!isChat && request.path !== '/messages') return modelRefuses(404, 'Not found');
    const refused = fake.refuses.find((name) => name in body);
    if (refused) return modelRefuses(400, `Unsupported parameter: '${refused}'.`);
    const answer = fake.answers[Math.min(index, fake.answers.length - 1)] ?? '';
    const said = typeof answer === 'string' ? answer : JSON.stringify(answer);
    return isChat ? answerChat(said, body) : answerMessages(said, body);
  };
  return fake;
}
