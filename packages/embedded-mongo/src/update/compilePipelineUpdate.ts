import { compileExpression, noVariables } from '../aggregation/compileExpression.ts';
import { setFields, unsetFields } from '../aggregation/reshapeStages.ts';
import { stageOf } from '../aggregation/stages.ts';
import { valuesEqual } from '../bson/compareValues.ts';
import type { Document, Value } from '../bson/values.ts';
import { locationError, mongoError } from '../errors/mongoError.ts';
import { compileProjection } from '../query/compileProjection.ts';
import { changedId, type Update } from './compileUpdate.ts';

/** An update given as a pipeline of `$set`, `$unset`, `$project`, `$replaceWith` and their aliases. */
export function compilePipelineUpdate(stages: readonly Value[]): Update {
  const changes = stages.map(compileStage);
  return (document) => {
    const id = document.get('_id');
    const result = changes.reduce((current, change) => change(current), document);
    if (id === undefined) return result;
    const given = result.get('_id');
    if (given === undefined) return new Map([['_id', id], ...result]);
    if (!valuesEqual(given, id)) throw changedId(id);
    return result;
  };
}

function compileStage(spec: Value): (document: Document) => Document {
  const { name, operand } = stageOf(spec);
  switch (name) {
    case '$set':
    case '$addFields':
      if (operand instanceof Map) return setFields(operand);
      break;
    case '$unset':
      return unsetFields((Array.isArray(operand) ? operand : [operand]).map(String));
    case '$project':
      if (operand instanceof Map) {
        const projection = compileProjection(operand, 'stage', undefined);
        return (document) => projection.project(document);
      }
      break;
    case '$replaceRoot':
      return replaceRoot(operand instanceof Map ? (operand.get('newRoot') ?? null) : null);
    case '$replaceWith':
      return replaceRoot(operand);
    default:
      throw mongoError('InvalidOptions', `${name} is not allowed to be used within an update`);
  }
  throw mongoError('FailedToParse', `the ${name} stage specification must be an object`);
}

function replaceRoot(operand: Value): (document: Document) => Document {
  const expression = compileExpression(operand);
  return (document) => {
    const root = expression(document, noVariables);
    if (root instanceof Map) return root;
    throw locationError(40228, "'newRoot' expression must evaluate to an object");
  };
}
