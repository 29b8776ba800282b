import { InvalidFields } from '@assay/application';
import { messages } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import type { CaptchaSettings } from './registrationSettings.ts';

const patienceMs = 5_000;

/**
 * Asks the captcha's provider whether its widget was solved. Turnstile, hCaptcha and reCAPTCHA take the same request.
 * @param address of whoever solved it
 * @throws InvalidFields of `captchaSolution` when it was not; ApiError `captcha.away` when the provider does not say
 */
export async function requireCaptcha(
  { secret, verifyUrl }: CaptchaSettings,
  solution: string | undefined,
  address: string,
): Promise<void> {
  const failed = new InvalidFields({ field: 'captchaSolution', message: messages.captchaFailed });
  if (!solution) throw failed;
  const body = new URLSearchParams({ secret, response: solution, remoteip: address });
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await fetch(verifyUrl, { method: 'POST', body, signal, redirect: 'error' })
    .then(async (response) => (response.ok ? ((await response.json()) as unknown) : Promise.reject(response.status)))
    .catch((cause: unknown) => {
      throw new ApiError('captcha.away', { cause, retryAfterSeconds: 10 });
    });
  if (Object(answer).success !== true) throw failed;
}
