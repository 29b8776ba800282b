import { hash } from 'node:crypto';
import { attemptLimits, parseBoundedJson, ResultStatus, stepStatuses } from '@assay/contract';
import { firstPart } from '@assay/junit';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const key = Type.String({ minLength: 1, maxLength: 2000 });
const text = Type.Union([Type.String(), Type.Null()]);

/**
 * What the reporters inside the frameworks tell the agent, one JSON line each. `key` is the framework's own name of a
 * test.
 */
export const ChannelMessage = Type.Union([
  Type.Object({
    t: Type.Literal('listed'),
    key,
    file: Type.String(),
    name: Type.String(),
    line: Type.Union([Type.Integer(), Type.Null()]),
    tags: Type.Array(Type.String()),
    together: Type.Optional(Type.String({ description: 'the same for tests of the file that always run together' })),
  }),
  Type.Object({
    t: Type.Literal('unloaded'),
    file: Type.String({ minLength: 1 }),
    status: Type.Union([Type.Literal('FAIL'), Type.Literal('IGNORED')], {
      description: 'the file cannot or should not be loaded',
    }),
    message: Type.String(),
  }),
  Type.Object(
    { t: Type.Literal('suspects'), files: Type.Array(Type.String({ minLength: 1 })) },
    { description: 'files, at least one of them cannot be loaded, where nothing says which; several messages add up' },
  ),
  Type.Object({ t: Type.Literal('begin'), key, at: Type.Number({ description: 'ms since 1970' }) }),
  Type.Object({
    t: Type.Literal('end'),
    key,
    status: ResultStatus,
    willRetry: Type.Boolean(),
    timedOut: Type.Boolean(),
    durationMs: Type.Number({ minimum: 0 }),
    error: text,
    stack: text,
    output: text,
    files: Type.Array(Type.Object({ path: Type.String(), name: Type.String(), mediaType: text })),
    steps: Type.Optional(
      Type.Array(
        Type.Object({
          title: Type.String(),
          depth: Type.Integer({ minimum: 0 }),
          status: Type.Enum(stepStatuses),
          startMs: Type.Number({ description: 'after the start of the test' }),
          durationMs: Type.Number(),
        }),
        { maxItems: attemptLimits.steps },
      ),
    ),
  }),
  Type.Object({ t: Type.Literal('problem'), message: Type.String() }),
  Type.Object(
    { t: Type.Literal('refused'), message: Type.String() },
    { description: 'this agent cannot run the project, and what to do about it' },
  ),
]);
export type ChannelMessage = Static<typeof ChannelMessage>;

/** Every reporter writes the type of a message first. */
const beginning = '{"t":';
/** The reporters send up to two thousand files of a test, each an object with three properties. */
const bounds = { depth: 3, elements: 20_000 };
/** UTF-16 units of the texts of a message, and the number of tags. Longer texts are cut, not refused. */
const longest = { path: 4096, name: 2000, tag: 200, tags: 100, together: 2000, mediaType: 200, message: 20_000 };

/**
 * Reads a line from the channel of a test process. Texts are cut to what results have room for, and properties that no
 * message has are left out: messages wait in the agent's memory.
 * @returns the message; null for any other line, because a test may write to any open descriptor.
 */
export function parseChannelLine(line: string): ChannelMessage | null {
  if (!line.startsWith(beginning)) return null;
  const message = parseBoundedJson(line, bounds);
  return Value.Check(ChannelMessage, message) ? boundedMessage(message) : null;
}

function boundedMessage(message: ChannelMessage): ChannelMessage {
  switch (message.t) {
    case 'listed': {
      const { t, key, file, name, line, tags, together } = message;
      return {
        t,
        key,
        file: firstPart(file, longest.path),
        name: firstPart(name, longest.name),
        line,
        tags: tags.slice(0, longest.tags).map((tag) => firstPart(tag, longest.tag)),
        ...(together === undefined ? {} : { together: shortKey(together) }),
      };
    }
    case 'unloaded': {
      const { t, file, status, message: said } = message;
      return { t, file: firstPart(file, longest.path), status, message: firstPart(said, longest.message) };
    }
    case 'suspects':
      return { t: message.t, files: message.files.map((file) => firstPart(file, longest.path)) };
    case 'begin':
      return { t: message.t, key: message.key, at: message.at };
    case 'end':
      return boundedEnd(message);
    case 'problem':
    case 'refused':
      return { t: message.t, message: firstPart(message.message, longest.message) };
  }
}

function boundedEnd(message: Extract<ChannelMessage, { t: 'end' }>): ChannelMessage {
  const { t, key, status, willRetry, timedOut, durationMs, error, stack, output, files, steps } = message;
  return {
    t,
    key,
    status,
    willRetry,
    timedOut,
    durationMs,
    error,
    stack,
    output,
    files: files.map(({ path, name, mediaType }) => ({
      path: firstPart(path, longest.path),
      name: firstPart(name, longest.name),
      mediaType: mediaType === null ? null : firstPart(mediaType, longest.mediaType),
    })),
    ...(steps === undefined
      ? {}
      : {
          steps: steps.map(({ title, depth, status: outcome, startMs, durationMs: took }) => ({
            title: firstPart(title, longest.name),
            depth,
            status: outcome,
            startMs,
            durationMs: took,
          })),
        }),
  };
}

/** Only equality counts. */
function shortKey(together: string): string {
  return together.length <= longest.together ? together : hash('sha256', together, 'base64url');
}
