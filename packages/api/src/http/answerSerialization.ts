import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { compileOnce } from './compileOnce.ts';

/**
 * Answers are written by JSON.stringify: a serializer compiled from the schemas is slower on large lists, because most
 * of their fields are nullable.
 * @param check whether answers are validated against their schemas first, for tests
 */
export function answerSerialization(check: boolean): FastifySerializerCompiler<TSchema> {
  return ({ schema, httpStatus, method, url }) => {
    if (!check) return (answer) => JSON.stringify(answer);
    return (answer) => {
      // Not at the start: most specs call a few of some three hundred routes.
      const validator = compileOnce(schema);
      const text = JSON.stringify(answer);
      const sent: unknown = text === undefined ? undefined : JSON.parse(text);
      if (!validator.Check(sent)) {
        const [first] = validator.Errors(sent);
        const what = first ? `${first.instancePath} ${first.message}` : 'unknown';
        throw new TypeError(`${method} ${url} answered ${httpStatus} against its schema: ${what}`);
      }
      return text;
    };
  };
}
