import { type Static, Type } from 'typebox';
import { Position } from './ids.ts';

/** The answer of every command: what it changed, and the position a reader must have reached to see it. */
export const CommandAnswer = Type.Object({ id: Type.String(), revision: Type.String(), position: Position });
export type CommandAnswer = Static<typeof CommandAnswer>;
