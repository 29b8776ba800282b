import { attemptLimits, ResultStatus, stepStatuses } from '@assay/contract';
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
    { description: 'the files of which at least one cannot be loaded, where nothing says which' },
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

/** @returns the message; null for any other line, because a test may write to any open descriptor. */
export function parseChannelLine(line: string): ChannelMessage | null {
  try {
    const message: unknown = JSON.parse(line);
    return Value.Check(ChannelMessage, message) ? message : null;
  } catch {
    return null;
  }
}
