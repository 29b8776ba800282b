import { readFileSync } from 'node:fs';
import type { UserCredentials } from './protocol/requireUser.ts';

/**
 * The user and password from the environment: EVENT_STORE_USER with EVENT_STORE_PASSWORD, or with a file named by
 * EVENT_STORE_PASSWORD_FILE. Never from the command line, which everybody on the machine can read.
 * @throws Error when only one of the two is set
 */
export function credentialsOf(environment: NodeJS.ProcessEnv): UserCredentials | undefined {
  const { EVENT_STORE_USER: user, EVENT_STORE_PASSWORD_FILE: file } = environment;
  const password = file ? readFileSync(file, 'utf8').trimEnd() : environment.EVENT_STORE_PASSWORD;
  if (!user && !password) return undefined;
  if (user && password) return { user, password };
  throw new Error(
    'EVENT_STORE_USER and a password (EVENT_STORE_PASSWORD or EVENT_STORE_PASSWORD_FILE) must be set together.',
  );
}
