import { aggregate } from './aggregate.ts';
import {
  collStats,
  create,
  dbStats,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
  renameCollection,
} from './collectionCommands.ts';
import type { Command } from './command.ts';
import { count } from './count.ts';
import { createIndexes } from './createIndexes.ts';
import { deleteCommand } from './delete.ts';
import { distinct } from './distinct.ts';
import { explain } from './explain.ts';
import { find } from './find.ts';
import { findAndModify, findandmodify } from './findAndModify.ts';
import { getMore } from './getMore.ts';
import { hello, isMaster, ismaster } from './hello.ts';
import { deleteIndexes, dropIndexes, listIndexes } from './indexCommands.ts';
import { insert } from './insert.ts';
import { killCursors } from './killCursors.ts';
import { buildInfo, buildinfo, endSessions, ping, serverStatus } from './serverCommands.ts';
import { update } from './update.ts';

/** Every command this server understands. */
export const COMMANDS: readonly Command[] = [
  hello,
  isMaster,
  ismaster,
  ping,
  buildInfo,
  buildinfo,
  serverStatus,
  endSessions,
  insert,
  update,
  deleteCommand,
  find,
  getMore,
  killCursors,
  count,
  distinct,
  aggregate,
  findAndModify,
  findandmodify,
  createIndexes,
  listIndexes,
  dropIndexes,
  deleteIndexes,
  create,
  drop,
  dropDatabase,
  renameCollection,
  listCollections,
  listDatabases,
  collStats,
  dbStats,
  explain,
];
