import { messages, shortPasswordMessage } from '@assay/contract';
import type { Operations } from '@assay/operations';
import { InvalidFields } from '../invalidFields.ts';

/** The 50,000 or so most common passwords of leaked lists. Loaded on demand, because it is large. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** What is left without the digits and signs that people put around a word, and of a text that is repeated. */
function coresOf(password: string): string[] {
  const word = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [password, word, ...[password, word].flatMap((text) => /^(.+?)\1+$/s.exec(text)?.[1] ?? [])];
}

/**
 * Length is what counts; no kinds of characters are asked for (NIST SP 800-63B, OWASP ASVS 2.1).
 * @param deps.operations knows the minimum length of this installation
 * @throws InvalidFields of `password`: too short, the email, or a common password, also with other case, digits or signs
 * around it, or repeated
 */
export async function requireStrongPassword(
  { operations }: { operations: { credentials: Pick<Operations['credentials'], 'passwordMinLength'> } },
  password: string,
  email: string,
): Promise<void> {
  const { passwordMinLength } = operations.credentials;
  if ([...password].length < passwordMinLength) {
    throw new InvalidFields({ field: 'password', message: shortPasswordMessage(passwordMinLength) });
  }
  const common = await commonPasswords();
  const lower = password.toLowerCase();
  const isCommon = coresOf(lower).some((core) => common.has(core) || core.length === 1);
  if (isCommon || lower === email.toLowerCase()) {
    throw new InvalidFields({ field: 'password', message: messages.commonPassword });
  }
}
