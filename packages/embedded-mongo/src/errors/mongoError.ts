import { type Document, int32, type Value } from '../bson/values.ts';

/** The error codes of this server, by MongoDB's names (error_codes.yml of the server). */
export const errorCodes = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  ProtocolError: 17,
  AuthenticationFailed: 18,
  IllegalOperation: 20,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  NotExactValueField: 111,
  NotAReplicaSet: 123,
  CappedPositionLost: 136,
  InvalidPipelineOperator: 168,
  CannotIndexParallelArrays: 171,
  CannotBackfillArray: 173,
  QueryPlanKilled: 175,
  InvalidIndexSpecificationOption: 197,
  NotImplemented: 238,
  ConversionFailure: 241,
  IndexBuildAborted: 276,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  APIVersionError: 322,
  APIStrictError: 323,
  MechanismUnavailable: 334,
  DataCorruptionDetected: 345,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  Interrupted: 11601,
  CursorInUse: 12051,
  MergeStageNoMatchingDocument: 13113,
  OutOfDiskSpace: 14031,
  DistinctTooBig: 17217,
} as const;

export type ErrorName = keyof typeof errorCodes;

/** A reply with `ok: 0`, or an entry of writeErrors. */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;
  /** Further fields of the reply, such as keyPattern and keyValue. */
  readonly details: ReadonlyMap<string, Value>;

  constructor(code: number, codeName: string, message: string, details: ReadonlyMap<string, Value> = new Map()) {
    super(message);
    this.code = code;
    this.codeName = codeName;
    this.details = details;
  }

  /** `{ code, codeName, errmsg, ... }` */
  toFields(): Document {
    return new Map<string, Value>([
      ['errmsg', this.message],
      ['code', int32(this.code)],
      ['codeName', this.codeName],
      ...this.details,
    ]);
  }
}

export function mongoError(name: ErrorName, message: string, details?: ReadonlyMap<string, Value>): MongoError {
  return new MongoError(errorCodes[name], name, message, details);
}

/** Many of MongoDB's parse errors have a number of their own and the name `Location<number>`. */
export function locationError(code: number, message: string): MongoError {
  return new MongoError(code, `Location${code}`, message);
}
