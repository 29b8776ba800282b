import { aggregate } from './aggregate.ts';
import { buildInfo, buildinfo } from './buildInfo.ts';
import { collStats } from './collStats.ts';
import type { Command } from './command.ts';
import { count } from './count.ts';
import { create } from './create.ts';
import { createIndexes } from './createIndexes.ts';
import { dbStats } from './dbStats.ts';
import { deleteCommand } from './delete.ts';
import { distinct } from './distinct.ts';
import { drop } from './drop.ts';
import { dropDatabase } from './dropDatabase.ts';
import { deleteIndexes, dropIndexes } from './dropIndexes.ts';
import { endSessions } from './endSessions.ts';
import { explain } from './explain.ts';
import { find } from './find.ts';
import { findAndModify, findandmodify } from './findAndModify.ts';
import { getMore } from './getMore.ts';
import { getParameter } from './getParameter.ts';
import { hello, isMaster, ismaster } from './hello.ts';
import { insert } from './insert.ts';
import { killCursors } from './killCursors.ts';
import { listCollections } from './listCollections.ts';
import { listDatabases } from './listDatabases.ts';
import { listIndexes } from './listIndexes.ts';
import { ping } from './ping.ts';
import { renameCollection } from './renameCollection.ts';
import { saslContinue, saslStart } from './sasl.ts';
import { serverStatus } from './serverStatus.ts';
import { update } from './update.ts';

/** Every command that this server understands. */
export const allCommands: readonly Command[] = [
  hello,
  isMaster,
  ismaster,
  ping,
  buildInfo,
  buildinfo,
  getParameter,
  saslStart,
  saslContinue,
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
