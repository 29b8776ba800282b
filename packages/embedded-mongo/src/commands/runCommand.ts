import { withVariables } from '../aggregation/compileExpression.ts';
import { MalformedBson } from '../bson/readBson.ts';
import { type Document, documentOf } from '../bson/values.ts';
import type { ClientConnection } from '../connection/clientConnection.ts';
import { locationError, MongoError, mongoError } from '../errors/mongoError.ts';
import { parseCollation } from '../query/collation.ts';
import { isNumber, numberValue } from '../query/numberOperand.ts';
import type { ServerState } from '../serverState.ts';
import { damageIn } from '../storage/damage.ts';
import { type Command, commonFields, documentField } from './command.ts';
import { allCommands } from './commands.ts';
import { checkApiVersion } from './stableApi.ts';

const byName = new Map<string, Command>(allCommands.map((command) => [command.name, command]));

/** Runs one command and returns `ok: 1`, or `ok: 0` and MongoDB's error fields. Rejects only for malformed BSON. */
export async function runCommand(
  server: ServerState,
  connection: ClientConnection,
  database: string,
  command: Document,
): Promise<Document> {
  const began = performance.now();
  const [name = ''] = command.keys();
  try {
    refuseTransactions(command);
    const found = findCommand(command);
    requireAuthentication(found, connection);
    checkConcerns(command);
    checkApiVersion(name, command);
    refuseUnknownFields(found, command);
    const collation = parseCollation(command.get('collation'));
    // Commands compile all expressions before their first await.
    const reply = await withVariables(documentField(command, 'let'), () =>
      found.run({ server, connection, database, command, collation }),
    );
    reply.set('ok', 1);
    return reply;
  } catch (error) {
    if (error instanceof MalformedBson) throw error;
    return errorReply(server, error);
  } finally {
    // Names that clients make up are not counted: there could be any number of them.
    if (byName.has(name)) server.activity.countCommand(name, (performance.now() - began) / 1000);
  }
}

function findCommand(command: Document): Command {
  const [name = ''] = command.keys();
  const found = byName.get(name);
  if (found === undefined) throw mongoError('CommandNotFound', `no such command: '${name}'`);
  return found;
}

function requireAuthentication({ name, open }: Command, connection: ClientConnection): void {
  if (open === true || connection.authentication.isGranted) return;
  throw mongoError('Unauthorized', `Command ${name} requires authentication`);
}

/** MongoDB's errors for a server outside a replica set. */
function refuseTransactions(command: Document): void {
  if (!command.has('txnNumber') && !command.has('startTransaction') && !command.has('autocommit')) return;
  throw mongoError('IllegalOperation', 'Transaction numbers are only allowed on a replica set member or mongos');
}

/** Concerns that require a replica set are refused, as a standalone MongoDB does. */
function checkConcerns(command: Document): void {
  const write = command.get('writeConcern');
  const w = write instanceof Map ? write.get('w') : undefined;
  if (isNumber(w) && numberValue(w) > 1) {
    throw mongoError('BadValue', "cannot use 'w' > 1 when a host is not replicated");
  }
  const read = command.get('readConcern');
  const level = read instanceof Map ? read.get('level') : undefined;
  if (level !== 'linearizable' && level !== 'snapshot') return;
  throw mongoError('NotAReplicaSet', `node needs to be a replica set member to use readConcern: ${level}`);
}

function refuseUnknownFields({ name: commandName, fields }: Command, document: Document): void {
  if (fields === 'any') return;
  let first = true;
  for (const name of document.keys()) {
    if (!first && !commonFields.has(name) && !fields.includes(name)) {
      throw locationError(40415, `BSON field '${commandName}.${name}' is an unknown field.`);
    }
    first = false;
  }
}

/** `ok: 0` with MongoDB's fields; a full disk and a defect are logged. */
export function errorReply(server: ServerState, error: unknown): Document {
  const known = error instanceof MongoError ? error : fromElsewhere(server, error);
  server.activity.countError(known.codeName);
  return new Map([...documentOf({ ok: 0 }), ...known.toFields()]);
}

/**
 * Messages of the system and of LMDB for no space on the disk, in the map or in a quota. LMDB reports an input/output
 * error when the last write fitted only in part.
 */
const noSpacePattern =
  /ENOSPC|EDQUOT|EFBIG|MDB_MAP_FULL|No space left|File too large|quota exceeded|Input\/output error/i;

function fromElsewhere(server: ServerState, error: unknown): MongoError {
  const text = error instanceof Error ? error.message : String(error);
  if (noSpacePattern.test(text)) {
    server.log(`the disk is full or cannot be written, writes are refused: ${text}`);
    return mongoError(
      'OutOfDiskSpace',
      'the disk is full or cannot be written: nothing of this write was kept. Reads go on, and so do writes once there is space',
    );
  }
  server.log(`command failed: ${error instanceof Error ? (error.stack ?? text) : text}`);
  return damageIn(error) ?? mongoError('InternalError', text);
}
