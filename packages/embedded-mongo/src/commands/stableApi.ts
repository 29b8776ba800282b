import type { Document } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';

/** https://www.mongodb.com/docs/manual/reference/stable-api/, version 1: commands, … */
const versionOneCommands: ReadonlySet<string> = new Set([
  'aggregate',
  'count',
  'create',
  'createIndexes',
  'delete',
  'drop',
  'dropDatabase',
  'dropIndexes',
  'endSessions',
  'explain',
  'find',
  'findAndModify',
  'getMore',
  'hello',
  'insert',
  'killCursors',
  'listCollections',
  'listDatabases',
  'listIndexes',
  'ping',
  'saslContinue',
  'saslStart',
  'update',
]);

/** … and the stages that it lacks. */
const unstableStages: ReadonlySet<string> = new Set([
  '$collStats',
  '$currentOp',
  '$indexStats',
  '$listLocalSessions',
  '$listSessions',
  '$planCacheStats',
]);

/**
 * Checks a command against the API version it declares.
 * @throws MongoError APIVersionError, InvalidOptions, APIStrictError
 */
export function checkApiVersion(name: string, command: Document): void {
  const version = command.get('apiVersion');
  if (version === undefined) {
    const lone = ['apiStrict', 'apiDeprecationErrors'].find((field) => command.has(field));
    if (lone !== undefined) throw mongoError('InvalidOptions', `Provided ${lone} without passing apiVersion`);
    return;
  }
  if (version !== '1') throw mongoError('APIVersionError', 'API version must be "1"');
  if (command.get('apiStrict') !== true) return;
  if (!versionOneCommands.has(name)) {
    throw mongoError(
      'APIStrictError',
      `Provided apiStrict:true, but the command ${name} is not in API Version 1. Information on supported commands and migrations in API Version 1 can be found at https://dochub.mongodb.org/core/manual-versioned-api`,
    );
  }
  const pipeline = command.get('pipeline');
  for (const stage of Array.isArray(pipeline) ? pipeline : []) {
    const [stageName = ''] = stage instanceof Map ? stage.keys() : [];
    if (!unstableStages.has(stageName)) continue;
    throw mongoError('APIStrictError', `stage ${stageName} is not allowed with 'apiStrict: true' in API Version 1`);
  }
}
