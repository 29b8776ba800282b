import { readFileSync } from 'node:fs';
import type { Credentials } from './scram.ts';

/**
 * The user and password from the environment: DOCUMENT_STORE_USER with DOCUMENT_STORE_PASSWORD, or with a file named by
 * DOCUMENT_STORE_PASSWORD_FILE. Never from the command line, which everybody on the machine can read. Undefined when
 * none of them is set; throws when one is missing.
 */
export function credentialsOf(env: NodeJS.ProcessEnv): Credentials | undefined {
  const { DOCUMENT_STORE_USER: user, DOCUMENT_STORE_PASSWORD_FILE: file } = env;
  const password = file ? readFileSync(file, 'utf8').trimEnd() : env.DOCUMENT_STORE_PASSWORD;
  if (!user && !password) return undefined;
  if (!user || !password)
    throw new Error(
      'DOCUMENT_STORE_USER and a password (DOCUMENT_STORE_PASSWORD or DOCUMENT_STORE_PASSWORD_FILE) must be set together.',
    );
  return { user, password };
}
