import type { FieldError } from '@assay/application';
import type { TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { fieldErrorsOf } from '../http/fieldErrors.ts';

/**
 * Reads the texts of a multipart form as what `Fields` wants; a browser sends a field that was left empty as ''.
 * @returns a check that gives the errors of a form, one per field
 */
export function formFieldErrors(Fields: TObject): (fields: ReadonlyMap<string, string>) => FieldError[] {
  const validator = Compile(Fields);
  return (fields) => {
    const value = Object.fromEntries([...fields].filter(([, text]) => text !== ''));
    return validator.Check(value) ? [] : fieldErrorsOf(validator.Errors(value), Fields, value);
  };
}
