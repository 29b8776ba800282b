import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { passwordMinLengthOf } from '@assay/application';
import { bucketPlaceOf, shownBucket } from '@assay/operations';
import { type ShownOutput, shownOutputs } from './supervision/shownOutput.ts';

export type Settings = {
  host: string;
  port: number;
  /** Where people reach the installation, for links in mails, without a slash at its end; null: on this machine. */
  publicUrl: string | null;
  dataDir: string;
  /** Generated and printed once where null. */
  admin: { email: string | null; password: string | null };
  demo: boolean;
  /** Whether this machine runs tests as well. */
  localAgent: boolean;
  /** Ways to isolate its tests, the first that the machine has; as `--isolate` of the agent. */
  isolation: string;
  /** What is shown of the output of the processes, besides warnings and errors. */
  output: ShownOutput;
  /** Set when the stores are external servers. */
  eventStoreUrl: string | null;
  mongoUrl: string | null;
  /** The bucket of blobs, as people read it; null: they are in the data folder. */
  bucket: string | null;
  /** The bundles; the installation is the folder around them. */
  distDir: string;
  installation: string;
};

/** An invalid setting; the message is for the user who set it. */
export class SettingError extends Error {}

function portOf(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new SettingError(`PORT must be a number from 0 to 65535, not '${text}'.`);
  return port;
}

function publicUrlOf(text: string): string | null {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new SettingError(`ASSAY_PUBLIC_URL must be an address such as https://assay.example.org, not '${text}'.`);
  return url.href.replace(/\/+$/, '');
}

/** @param read reads settings that other processes have as well */
function valid<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new SettingError(error.message) : error;
  }
}

function outputOf(text: string): ShownOutput {
  const output = shownOutputs.find((each) => each === text);
  if (output === undefined) throw new SettingError(`ASSAY_OUTPUT must be one of ${shownOutputs.join(', ')}.`);
  return output;
}

/** Every setting has one name and a default, and is read only here. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const distDir = dirname(fileURLToPath(import.meta.url));
  const installation = dirname(distDir);
  if (!existsSync(join(installation, 'samples')))
    throw new SettingError(`${installation} is not an installation of Assay.`);
  valid(() => passwordMinLengthOf(env));
  const bucket = valid(() => bucketPlaceOf(env));
  return {
    host: env.HOST || '127.0.0.1',
    port: portOf(env.PORT || '3000'),
    publicUrl: publicUrlOf(env.ASSAY_PUBLIC_URL || ''),
    dataDir: resolve(env.ASSAY_DATA_DIR || '.assay'),
    admin: { email: env.ASSAY_ADMIN_EMAIL || null, password: env.ASSAY_ADMIN_PASSWORD || null },
    demo: env.ASSAY_DEMO !== '0',
    localAgent: env.ASSAY_AGENT !== '0',
    // Programs of this machine first: containers would have to fetch images.
    isolation: env.ASSAY_ISOLATE || 'bubblewrap,user,docker,podman,none',
    output: outputOf(env.ASSAY_OUTPUT || 'security'),
    eventStoreUrl: env.EVENTSTORE_URL || null,
    mongoUrl: env.MONGODB_URL || null,
    bucket: bucket && shownBucket(bucket),
    distDir,
    installation,
  };
}
