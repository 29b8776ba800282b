import { type FieldError, InvalidFields } from '@assay/application';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Settings } from 'typebox/system';
import type { ApiError } from './apiErrors.ts';
import { compileOnce } from './compileOnce.ts';
import { fieldErrorsOf } from './fieldErrors.ts';
import { InvalidBody } from './form.ts';
import { tidyStrings } from './tidyStrings.ts';

/** Every error of a form at once, but not of a list of thousands. */
Settings.Set({ maxErrors: 64 });

/**
 * Validates a route's parts against their schemas. Path and query values are strings, converted to what the schema
 * wants; JSON bodies are taken as they are, except that strings written by people are tidied.
 * @param options.tidy whether strings of the body are trimmed; agents' texts are kept verbatim
 * @param options.anyBody the handler reads the body itself
 * @param options.form whether the valid fields of an invalid body are checked too
 * @param options.refusal makes the error when the caller is not a form
 */
export function requestValidation(options: {
  tidy: boolean;
  verbatim: readonly string[];
  anyBody: boolean;
  form: boolean;
  refusal?: (errors: FieldError[]) => ApiError;
}): FastifySchemaCompiler<TSchema> {
  return ({ schema, httpPart }) => {
    if (httpPart === 'body' && options.anyBody) return (value: unknown) => ({ value });
    const validator = compileOnce(schema);
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
      if (options.refusal) return { error: options.refusal(errors) };
      const ofForm = options.form && httpPart === 'body';
      return { error: ofForm ? new InvalidBody(errors, schema, value) : new InvalidFields(...errors) };
    };
  };
}
