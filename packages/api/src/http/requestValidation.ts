import { type FieldError, InvalidFields } from '@assay/application';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ApiError } from './apiErrors.ts';
import { fieldErrorsOf } from './fieldErrors.ts';
import { tidyStrings } from './tidyStrings.ts';

/**
 * Checks a route's parts against their schemas. Paths and queries are texts and are read as what the schema wants;
 * bodies are JSON and are taken as they are, but for their strings, where a person wrote them.
 * @param options.tidy whether strings of the body are trimmed; agents' texts are kept to the letter
 * @param options.anyBody the handler reads the body itself
 * @param options.refusal says what is wrong, where nobody has filled in a form
 */
export function requestValidation(options: {
  tidy: boolean;
  verbatim: readonly string[];
  anyBody: boolean;
  refusal?: (errors: FieldError[]) => ApiError;
}): FastifySchemaCompiler<TSchema> {
  return ({ schema, httpPart }) => {
    if (httpPart === 'body' && options.anyBody) return (value: unknown) => ({ value });
    const validator = Compile(schema);
    return (sent: unknown) => {
      let value = sent;
      if (httpPart === 'body') {
        value = sent ?? {};
        if (options.tidy) value = tidyStrings(value, schema, options.verbatim);
      } else {
        value = validator.Convert(sent);
      }
      if (validator.Check(value)) return { value };
      const errors = fieldErrorsOf(validator.Errors(value), schema, value);
      return { error: options.refusal?.(errors) ?? new InvalidFields(...errors) };
    };
  };
}
