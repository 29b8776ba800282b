import type { Claims } from '@assay/domain';

/** What one sign-in is bound to, besides the browser. */
export type AuthChecks = {
  /** Of this service. */
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
};

/** Who somebody is at a provider. */
export type ProvenIdentity = {
  issuer: string;
  subject: string;
  /** Null unless the provider has made sure that it is theirs. */
  email: string | null;
  /** Empty where the provider does not tell. */
  firstName: string;
  lastName: string;
  /** At the provider; null if it does not report one. */
  username: string | null;
  /** All that the provider tells of them. */
  claims: Claims;
};

/** A provider to which browsers are sent, and which they come back from with a code. */
export type AuthProvider = {
  name: string;
  label: string;
  icon: string;
  /** @returns where the browser goes */
  authorizationUrl(checks: AuthChecks): Promise<URL>;
  /**
   * @param returned the parameters that the browser came back with
   * @param wanted claims that are asked for if they are not among what comes by itself
   * @throws whatever does not fit or cannot be reached
   */
  identityOf(returned: URLSearchParams, checks: AuthChecks, wanted: readonly string[]): Promise<ProvenIdentity>;
};
