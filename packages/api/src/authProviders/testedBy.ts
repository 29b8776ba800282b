import type { TestedAttempt, TestingAttempt } from '@assay/operations';
import type { Api } from '../api.ts';
import type { AuthProvider } from './authProvider.ts';
import { type CameBack, identityOf } from './authReturn.ts';

/** @returns what the provider tells of whoever signed in there, or why it tells nothing. Nothing follows from it. */
export async function testedBy(
  { config, readModels }: Pick<Api, 'config' | 'readModels'>,
  from: AuthProvider,
  { provider, accountId }: Pick<TestingAttempt, 'provider' | 'accountId'>,
  cameBack: CameBack,
): Promise<TestedAttempt> {
  const { rules } = await readModels.of(accountId).ssoRoles();
  const wanted = rules.filter((rule) => rule.provider === provider).map(({ claim }) => claim);
  const tested = { kind: 'tested' as const, provider, accountId };
  try {
    const { email, claims } = await identityOf(from, cameBack, { config, wanted });
    return { ...tested, emailVerified: email !== null, claims, problem: null };
  } catch (error) {
    return { ...tested, emailVerified: false, claims: {}, problem: problemOf(error) };
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** What the provider or the check of its answer says, such as `invalid_client: unknown client`. */
function problemOf(error: unknown): string {
  const { error: code, error_description: description, message, cause } = Object(error);
  const said = [text(code), text(description)].filter((part) => part !== '').join(': ');
  const why =
    said !== '' ? said : [text(message), text(Object(cause).message)].filter((part) => part !== '').join(': ');
  return why.slice(0, 500);
}
