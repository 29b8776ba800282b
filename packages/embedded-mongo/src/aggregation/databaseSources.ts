import { type Document, documentOf, UtcDate, type Value } from '../bson/values.ts';
import { locationError, mongoError } from '../errors/mongoError.ts';
import { compileExpression, noVariables } from './compileExpression.ts';
import { stageOf } from './stages.ts';

/**
 * The source of a pipeline without a collection (`aggregate: 1`): `$documents`, or `$listLocalSessions`, which knows
 * only the session of the command. Throws InvalidNamespace for others.
 */
export function documentsOfDatabase(first: Value | undefined, command: Document): Document[] {
  const { name, operand } = first === undefined ? { name: '', operand: null } : stageOf(first);
  switch (name) {
    case '$documents': {
      const documents = compileExpression(operand)(new Map(), noVariables);
      if (!Array.isArray(documents)) throw locationError(5858203, 'an array is expected of $documents');
      return documents.map((document) => {
        if (document instanceof Map) return document;
        throw locationError(40228, '$documents takes an array of objects');
      });
    }
    case '$listLocalSessions': {
      const session = command.get('lsid');
      return session === undefined ? [] : [documentOf({ _id: session, lastUse: new UtcDate(Date.now()) })];
    }
    default:
      throw mongoError('InvalidNamespace', `{aggregate: 1} is not valid for '${name}'; a collection is required.`);
  }
}
