import { documentOf, int32, type Value } from '../bson/values.ts';
import type { Command } from './command.ts';
import { serverVersion } from './hello.ts';

function versionCommand(name: string): Command {
  return {
    name,
    fields: [],
    open: true,
    run: () =>
      documentOf({
        version: serverVersion,
        versionArray: serverVersion
          .split('.')
          .map((part): Value => int32(Number(part)))
          .concat(int32(0)),
        gitVersion: 'embedded',
        modules: [],
        bits: int32(64),
        debug: false,
        maxBsonObjectSize: int32(16 * 1024 * 1024),
        storageEngines: ['lmdb'],
      }),
  };
}
export const buildInfo = versionCommand('buildInfo');
export const buildinfo = versionCommand('buildinfo');
