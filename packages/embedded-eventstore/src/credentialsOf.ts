import { readFileSync } from 'node:fs';
import type { UserCredentials } from './protocol/requireUser.ts';

/**
 * The user and password that the environment names: EVENT_STORE_USER with EVENT_STORE_PASSWORD, or with a file in
 * EVENT_STORE_PASSWORD_FILE. The command line does not: everybody on the machine may read it.
 * @throws Error when only one of the two is there
 */
export function credentialsOf(environment: NodeJS.ProcessEnv): UserCredentials | undefined {
  const { EVENT_STORE_USER: user, EVENT_STORE_PASSWORD_FILE: file } = environment;
  const password = file ? readFileSync(file, 'utf8').trimEnd() : environment.EVENT_STORE_PASSWORD;
  if (!user && !password) return undefined;
  if (user && password) return { user, password };
  throw new Error(
    'EVENT_STORE_USER needs EVENT_STORE_PASSWORD or EVENT_STORE_PASSWORD_FILE beside it, and they need it.',
  );
}
