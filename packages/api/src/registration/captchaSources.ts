import type { CaptchaProvider } from '@assay/contract';

const cloudflare = 'https://challenges.cloudflare.com';
const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];
const google = 'https://www.google.com/recaptcha/';

/** What the page with a provider's widget loads besides what is the service's own, by directive of the policy. */
export const captchaSources: Readonly<Record<CaptchaProvider, Readonly<Record<string, readonly string[]>>>> = {
  turnstile: { scriptSrc: [cloudflare], frameSrc: [cloudflare] },
  hcaptcha: { scriptSrc: hcaptcha, frameSrc: hcaptcha, styleSrc: hcaptcha, connectSrc: hcaptcha },
  recaptcha: {
    scriptSrc: [google, 'https://www.gstatic.com/recaptcha/'],
    frameSrc: [google, 'https://recaptcha.google.com/recaptcha/'],
  },
};
