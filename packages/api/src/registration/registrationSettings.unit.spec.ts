import { registrationOf } from './registrationSettings.ts';

describe('the settings of registration', () => {
  it('let nobody in without an invitation by default', () => {
    expect(registrationOf({})).toEqual({ isOpen: false, promoCodes: new Set(), captcha: null });
    expect(registrationOf({ ASSAY_REGISTRATION: 'invited' }).isOpen).toBe(false);
  });

  it('open registration, name promo codes and a captcha', () => {
    const captcha = { ASSAY_CAPTCHA: 'turnstile', ASSAY_CAPTCHA_SITE_KEY: 'site', ASSAY_CAPTCHA_SECRET: 'secret' };
    const env = { ASSAY_REGISTRATION: 'open', ASSAY_PROMO_CODES: ' Spring, ,AUTUMN', ...captcha };
    expect(registrationOf(env)).toEqual({
      isOpen: true,
      promoCodes: new Set(['spring', 'autumn']),
      captcha: {
        provider: 'turnstile',
        siteKey: 'site',
        secret: 'secret',
        verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      },
    });
  });

  it.each([
    [{ ASSAY_REGISTRATION: 'yes' }, "ASSAY_REGISTRATION must be open or invited, not 'yes'."],
    [{ ASSAY_CAPTCHA: 'own' }, "ASSAY_CAPTCHA must be turnstile, hcaptcha, recaptcha, not 'own'."],
    [{ ASSAY_CAPTCHA: 'hcaptcha' }, 'ASSAY_CAPTCHA_SITE_KEY is missing.'],
    [{ ASSAY_CAPTCHA: 'hcaptcha', ASSAY_CAPTCHA_SITE_KEY: 's' }, 'ASSAY_CAPTCHA_SECRET is missing.'],
  ])('are refused where they are wrong: %j', (env, message) => {
    expect(() => registrationOf(env)).toThrow(message);
  });
});
