import type { FieldError } from '@assay/application';
import type { TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { fieldErrorsOf } from '../http/fieldErrors.ts';

/**
 * Parses the texts of a multipart form as `Fields`; browsers send an empty field as ''.
 * @returns a check that returns the errors of a form, one per field
 */
export function formFieldErrors(Fields: TObject): (fields: ReadonlyMap<string, string>) => FieldError[] {
  const validator = Compile(Fields);
  return (fields) => {
    const value = Object.fromEntries([...fields].filter(([, text]) => text !== ''));
    return validator.Check(value) ? [] : fieldErrorsOf(validator.Errors(value), Fields, value);
  };
}
