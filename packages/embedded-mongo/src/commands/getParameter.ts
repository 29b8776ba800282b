import { scramMechanism } from '../authentication/authentication.ts';
import { type Document, documentOf, type Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { type Command, commonFields } from './command.ts';
import { serverVersion } from './hello.ts';

/** Parameters that clients and their tests read to decide how to talk to a server. */
const serverParameters: Readonly<Record<string, Value>> = {
  authenticationMechanisms: [scramMechanism],
  enableTestCommands: false,
  featureCompatibilityVersion: documentOf({ version: serverVersion.split('.').slice(0, 2).join('.') }),
  requireApiVersion: false,
};

/** `{ getParameter: 1 | '*' | { allParameters }, <name>: 1 … }` → the parameters asked for */
export const getParameter: Command = {
  name: 'getParameter',
  fields: 'any',
  run({ command }) {
    const what = command.get('getParameter');
    const all = what === '*' || (what instanceof Map && what.get('allParameters') === true);
    const wanted = Object.entries(serverParameters).filter(([name]) => all || command.has(name));
    if (wanted.length === 0) throw mongoError('InvalidOptions', reasonFor(command));
    return new Map(wanted);
  },
};

function reasonFor(command: Document): string {
  const named = [...command.keys()].slice(1).some((name) => !commonFields.has(name));
  return named ? 'no option found to get' : 'no option specified to get';
}
