/** Where errors are reported to. */
export type ErrorReportSettings = {
  /** As the SDKs of Sentry take it, without a password: it also reaches browsers. */
  dsn: string;
  /** Of the receiver, such as `https://sentry.example.org`. */
  origin: string;
  /** Such as `production`. */
  environment: string;
};

/**
 * @returns null without SENTRY_DSN: nothing is reported
 * @throws RangeError when the variable is not a DSN
 */
export function errorReportSettingsOf(env: NodeJS.ProcessEnv): ErrorReportSettings | null {
  const { SENTRY_DSN: dsn, SENTRY_ENVIRONMENT: environment } = env;
  if (!dsn) return null;
  const address = URL.canParse(dsn) ? new URL(dsn) : null;
  const isDsn = address && /^https?:$/.test(address.protocol) && address.username && /\/\d+$/.test(address.pathname);
  // Without the value: it may contain a password.
  if (!isDsn) throw new RangeError('SENTRY_DSN must be a DSN, such as https://key@sentry.example.org/1.');
  address.password = '';
  return { dsn: address.href, origin: address.origin, environment: environment || 'production' };
}
