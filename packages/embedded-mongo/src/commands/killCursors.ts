import { documentOf, type Value } from '../bson/values.ts';
import { arrayField, type Command, wrongType } from './command.ts';

/** `{ killCursors, cursors: [id] }` */
export const killCursors: Command = {
  name: 'killCursors',
  fields: ['cursors'],
  run({ server, command }) {
    const killed: Value[] = [];
    const notFound: Value[] = [];
    for (const id of arrayField(command, 'cursors')) {
      if (typeof id !== 'bigint') throw wrongType('killCursors.cursors', id, 'long');
      (server.cursors.kill(id) ? killed : notFound).push(id);
    }
    return documentOf({ cursorsKilled: killed, cursorsNotFound: notFound, cursorsAlive: [], cursorsUnknown: [] });
  },
};
