import { readFile, writeFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { hidesGitCredentials } from '@assay/contract';
import { stringify } from 'yaml';
import { readAccount } from './config/account.ts';
import { configOf } from './config/accountConfig.ts';
import { applyChanges } from './config/applyChanges.ts';
import type { Config } from './config/configFile.ts';
import { describeChange, describeCounts } from './config/describeChanges.ts';
import { type Change, planChanges } from './config/planChanges.ts';
import { readConfig } from './config/readConfig.ts';
import { secretVariable } from './config/secrets.ts';
import { type SecretOf, withSecrets } from './config/withSecrets.ts';
import { CommandFailure, type ExitCode, exitCodes, usageFailure } from './exitCodes.ts';
import { readCommand } from './options.ts';
import { jsonLine, printable } from './printable.ts';
import { openServiceClient } from './serviceClient.ts';

const header =
  "# The configuration of an account of Assay, for 'assay config apply'. Secrets are named, not shown: what is\n" +
  '# stored is kept, and a new one takes its value from ASSAY_SECRET_<name>.\n';

/** `assay config` */
export async function configCommand(args: string[]): Promise<ExitCode> {
  const read = readCommand('config', args, {
    output: { type: 'string', short: 'o' },
    'dry-run': { type: 'boolean', default: false },
    'replace-secrets': { type: 'boolean', default: false },
  });
  if (!read) return exitCodes.passed;
  const { values, positionals } = read;
  const [verb, file, ...more] = positionals;
  if (verb === 'export' && file === undefined) return await exportConfig(values);
  if (verb === 'apply' && file !== undefined && more.length === 0) return await applyConfig(file, values);
  throw usageFailure("'assay config' is followed by 'export', or by 'apply' and a file.");
}

async function exportConfig({
  url,
  output,
  json,
}: {
  url?: string;
  output?: string;
  json?: boolean;
}): Promise<ExitCode> {
  const config = configOf(await readAccount(openServiceClient(url, process.env)));
  const text = json ? `${JSON.stringify(config, null, 2)}\n` : header + stringify(config, { lineWidth: 0 });
  if (output === undefined) process.stdout.write(text);
  else await writeFile(output, text);
  return exitCodes.passed;
}

type ApplyOptions = { url?: string; json?: boolean; 'dry-run'?: boolean; 'replace-secrets'?: boolean };

async function applyConfig(file: string, options: ApplyOptions): Promise<ExitCode> {
  const wanted = await configIn(file);
  const client = openServiceClient(options.url, process.env);
  const now = configOf(await readAccount(client));
  const secretOf: SecretOf = (name) => process.env[secretVariable(name)];
  const { config, missing } = withSecrets(now, wanted, { secretOf, replace: options['replace-secrets'] === true });
  const changes = planChanges(now, config);
  const refused = [...missing, ...changes.flatMap(hiddenIn)];
  if (refused.length > 0) throw new CommandFailure(exitCodes.refused, refused.join('\n'));
  const dryRun = options['dry-run'] === true;
  const print = (text: string) => {
    if (!options.json) process.stdout.write(printable(text));
  };
  if (dryRun) for (const change of changes) print(describeChange(change));
  else await applyChanges(client, changes, (change) => print(describeChange(change)));
  print(`${describeCounts(changes, dryRun)}\n`);
  if (options.json) process.stdout.write(jsonLine({ dryRun, changes: changes.map(shownChange) }));
  return exitCodes.passed;
}

/** A new project has no stored user and password that could take the place of what is hidden. */
function hiddenIn({ kind, key, action, settings }: Change): string[] {
  const gitUrl = settings.find(({ setting }) => setting === 'gitUrl')?.to;
  if (kind !== 'project' || action !== 'add' || typeof gitUrl !== 'string' || !hidesGitCredentials(gitUrl)) return [];
  return [`project ${key}: its gitUrl hides user and password. Connect the git service instead, and leave out '***@'.`];
}

function shownChange({ settings, ...change }: Change) {
  const shown = settings.map(({ setting, from, to, hidden }) => (hidden ? { setting } : { setting, from, to }));
  return { ...change, settings: shown };
}

async function configIn(file: string): Promise<Config> {
  let text: string;
  try {
    text = file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    throw usageFailure(`${file} cannot be read (${error instanceof Error ? error.message : String(error)}).`);
  }
  const read = readConfig(text);
  if ('config' in read) return read.config;
  const places = read.errors.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
  throw new CommandFailure(exitCodes.usage, places.join('\n'));
}
