import type { Command } from './command.ts';

/** `{ saslStart, mechanism, payload }` → `{ conversationId, done, payload }` */
export const saslStart: Command = {
  name: 'saslStart',
  fields: ['mechanism', 'payload', 'options', 'autoAuthorize'],
  open: true,
  run: ({ connection, database, command }) => connection.authentication.start(database, command),
};

/** `{ saslContinue, conversationId, payload }` → `{ conversationId, done, payload }` */
export const saslContinue: Command = {
  name: 'saslContinue',
  fields: ['conversationId', 'payload'],
  open: true,
  run: ({ connection, command }) => connection.authentication.continue(command),
};
