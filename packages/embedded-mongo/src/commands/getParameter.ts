import { MECHANISM } from '../authentication/authentication.ts';
import { type Document, documentOf, type Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { COMMON_FIELDS, type Command } from './command.ts';
import { SERVER_VERSION } from './hello.ts';

/** What clients and their tests look at before they decide how to speak to a server. */
const PARAMETERS: Readonly<Record<string, Value>> = {
  authenticationMechanisms: [MECHANISM],
  enableTestCommands: false,
  featureCompatibilityVersion: documentOf({ version: SERVER_VERSION.split('.').slice(0, 2).join('.') }),
  requireApiVersion: false,
};

/** `{ getParameter: 1 | '*' | { allParameters }, <name>: 1 … }` → the parameters asked for */
export const getParameter: Command = {
  name: 'getParameter',
  fields: 'any',
  run({ command }) {
    const what = command.get('getParameter');
    const all = what === '*' || (what instanceof Map && what.get('allParameters') === true);
    const wanted = Object.entries(PARAMETERS).filter(([name]) => all || command.has(name));
    if (wanted.length === 0) throw mongoError('InvalidOptions', reasonFor(command));
    return new Map(wanted);
  },
};

function reasonFor(command: Document): string {
  const named = [...command.keys()].slice(1).some((name) => !COMMON_FIELDS.has(name));
  return named ? 'no option found to get' : 'no option specified to get';
}
