import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/**
 * Answers are written by JSON.stringify: a serializer made from the schemas is slower on the large lists, for most of
 * their fields may be null.
 * @param check whether answers are held against their schemas first, as tests want it
 */
export function answerSerialization(check: boolean): FastifySerializerCompiler<TSchema> {
  return ({ schema, httpStatus, method, url }) => {
    if (!check) return (answer) => JSON.stringify(answer);
    const validator = Compile(schema);
    return (answer) => {
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
