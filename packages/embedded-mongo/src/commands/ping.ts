import type { Command } from './command.ts';

export const ping: Command = { name: 'ping', fields: [], run: () => new Map() };
