import { AnswerCache } from '@assay/concurrency';
import type { CaptchaProvider } from '@assay/contract';

/** What the scripts of all providers put into the window. */
type CaptchaScript = {
  render(element: HTMLElement, options: Record<string, unknown>): unknown;
};

const providers: Readonly<Record<CaptchaProvider, { script: string; global: string }>> = {
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js', global: 'turnstile' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js', global: 'hcaptcha' },
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js', global: 'grecaptcha' },
};

const ready = 'assayCaptchaReady';
const scripts = new AnswerCache<CaptchaProvider>();

function load(provider: CaptchaProvider): Promise<CaptchaScript> {
  const { script, global } = providers[provider];
  return new Promise((resolve, reject) => {
    const element = document.createElement('script');
    Object.assign(window, { [ready]: () => resolve(Reflect.get(window, global)) });
    element.src = `${script}?${new URLSearchParams({ render: 'explicit', onload: ready })}`;
    element.addEventListener('error', () => {
      element.remove();
      reject(new Error(`the script of ${provider} cannot be loaded`));
    });
    document.head.append(element);
  });
}

/** Shows the provider's widget in an element; `tell` gets each solution, and an empty text when it expires or fails. */
export async function showCaptcha(
  provider: CaptchaProvider,
  element: HTMLElement,
  siteKey: string,
  tell: (solution: string) => void,
): Promise<void> {
  const script = await scripts.get(provider, Number.POSITIVE_INFINITY, () => load(provider));
  const forget = () => tell('');
  script.render(element, {
    sitekey: siteKey,
    callback: tell,
    'expired-callback': forget,
    'error-callback': forget,
  });
}
