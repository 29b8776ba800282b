import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @returns the token of an installation's own agent, which may serve all accounts or one. */
export async function localAgentToken(dataDir: string): Promise<string> {
  const keys = join(dataDir, 'keys');
  const name = (await readdir(keys)).find((each) => each.startsWith('local-agent-token'));
  if (name === undefined) throw new Error(`there is no agent's token in ${keys}`);
  return (await readFile(join(keys, name), 'utf8')).trim();
}
