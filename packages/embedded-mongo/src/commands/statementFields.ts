import { readDocument } from '../bson/readBson.ts';
import { type Document, RawDocument, type Value } from '../bson/values.ts';
import { locationError } from '../errors/mongoError.ts';
import { missingField, wrongType } from './command.ts';

/** The allowed and required fields of a statement in an update or delete command. */
export type StatementShape = {
  /** Its path in errors: `update.updates`. */
  path: string;
  fields: ReadonlySet<string>;
  required: readonly string[];
  /** Kept as bytes. */
  raw: ReadonlySet<string>;
};

/**
 * The fields of one statement. A malformed statement fails the whole command before anything is carried out; an invalid
 * field value fails only its statement.
 * @throws MongoError TypeMismatch, IDLUnknownField (40415), IDLFailedToParse (40414)
 */
export function readStatement({ path, fields, required, raw }: StatementShape, value: Value): Document {
  if (!(value instanceof RawDocument)) throw wrongType(path, value, 'object');
  const statement = readDocument(value.bytes, { raw });
  for (const name of statement.keys()) {
    if (!fields.has(name)) throw locationError(40415, `BSON field '${path}.${name}' is an unknown field.`);
  }
  for (const name of required) if (!statement.has(name)) throw missingField(`${path}.${name}`);
  return statement;
}
