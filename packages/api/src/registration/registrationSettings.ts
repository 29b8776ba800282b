import { listedIn } from '@assay/application';
import { type CaptchaProvider, captchaProviders } from '@assay/contract';

/** A captcha as the operator has configured it. */
export type CaptchaSettings = { provider: CaptchaProvider; siteKey: string; secret: string; verifyUrl: string };

export type RegistrationSettings = {
  /** Whether anybody can create a login and an account; else only those who were invited. */
  isOpen: boolean;
  /** Valid ones, in lower case. */
  promoCodes: ReadonlySet<string>;
  captcha: CaptchaSettings | null;
};

const verifyUrls: Readonly<Record<CaptchaProvider, string>> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
};

function captchaOf(env: NodeJS.ProcessEnv): CaptchaSettings | null {
  const name = env.ASSAY_CAPTCHA;
  if (!name) return null;
  const provider = captchaProviders.find((known) => known === name);
  if (!provider) throw new RangeError(`ASSAY_CAPTCHA must be ${captchaProviders.join(', ')}, not '${name}'.`);
  const required = (variable: string) => {
    const value = env[variable];
    if (!value) throw new RangeError(`${variable} is missing.`);
    return value;
  };
  return {
    provider,
    siteKey: required('ASSAY_CAPTCHA_SITE_KEY'),
    secret: required('ASSAY_CAPTCHA_SECRET'),
    verifyUrl: verifyUrls[provider],
  };
}

/**
 * @returns what `ASSAY_REGISTRATION`, `ASSAY_PROMO_CODES` and `ASSAY_CAPTCHA…` configure; by default nobody registers
 * without an invitation
 * @throws RangeError that names the variable which is wrong or missing
 */
export function registrationOf(env: NodeJS.ProcessEnv): RegistrationSettings {
  const registration = env.ASSAY_REGISTRATION || 'invited';
  if (registration !== 'open' && registration !== 'invited') {
    throw new RangeError(`ASSAY_REGISTRATION must be open or invited, not '${registration}'.`);
  }
  const codes = listedIn(env.ASSAY_PROMO_CODES).map((code) => code.toLowerCase());
  return { isOpen: registration === 'open', promoCodes: new Set(codes), captcha: captchaOf(env) };
}
