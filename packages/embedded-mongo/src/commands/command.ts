import type { TextOrder } from '../bson/compareValues.ts';
import { typeName } from '../bson/typeNames.ts';
import type { Document, Value } from '../bson/values.ts';
import type { ClientConnection } from '../connection/clientConnection.ts';
import { Pace } from '../cursor/pace.ts';
import { locationError, type MongoError, mongoError } from '../errors/mongoError.ts';
import { numberField } from '../query/numberOperand.ts';
import type { ServerState } from '../serverState.ts';

/** The context of a running command. */
export type CommandContext = {
  server: ServerState;
  connection: ClientConnection;
  database: string;
  /** The whole command document; its first field is the command's name. */
  command: Document;
  /** How the command compares text; undefined for the simple collation. */
  collation: TextOrder | undefined;
};

/** One database command. */
export type Command = {
  /** The name as clients send it. */
  name: string;
  /** The fields it understands besides its name and the common ones; any other is refused unless this is `any`. */
  fields: readonly string[] | 'any';
  /** Allowed before authentication. */
  open?: boolean;
  /** Returns the reply without `ok`; throws a MongoError. */
  run(context: CommandContext): Document | Promise<Document>;
};

/** Fields that any command may have. Sessions and concerns are accepted and have no effect on a standalone server. */
export const commonFields: ReadonlySet<string> = new Set([
  '$db',
  'lsid',
  '$clusterTime',
  '$readPreference',
  'readConcern',
  'writeConcern',
  'maxTimeMS',
  'comment',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
]);

/** The collection a command names in its first field. Throws TypeMismatch, InvalidNamespace. */
export function collectionName({ command }: CommandContext): string {
  const [first] = command;
  const [name = '', value = null] = first ?? [];
  if (typeof value !== 'string') throw wrongType(name, value, 'string');
  if (value === '') throw mongoError('InvalidNamespace', `Invalid namespace specified '${value}'`);
  return value;
}

export function documentField(command: Document, name: string): Document | undefined {
  const value = command.get(name);
  if (value === undefined || value === null) return undefined;
  if (value instanceof Map) return value;
  throw wrongType(name, value, 'object');
}

export function arrayField(command: Document, name: string): Value[] {
  const value = command.get(name);
  if (value === undefined) throw missingField(name);
  if (Array.isArray(value)) return value;
  throw wrongType(name, value, 'array');
}

export function booleanField(command: Document, name: string, fallback: boolean): boolean {
  const value = command.get(name);
  if (value === undefined || value === null) return fallback;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'object' && 'value' in value) return Number(value.value) !== 0;
  throw wrongType(name, value, 'bool');
}

export function paceOf({ command, connection }: CommandContext): Pace {
  return new Pace(numberField(command, 'maxTimeMS', 0), () => connection.isClosed);
}

export function wrongType(name: string, value: Value, expected: string): MongoError {
  return mongoError(
    'TypeMismatch',
    `BSON field '${name}' is the wrong type '${typeName(value)}', expected type '${expected}'`,
  );
}

export function missingField(name: string): MongoError {
  return locationError(40414, `BSON field '${name}' is missing but a required field`);
}
