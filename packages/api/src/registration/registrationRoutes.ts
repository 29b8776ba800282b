import { InvalidFields, registerInvited, requestRegistration, verifyRegistration } from '@assay/application';
import { messages, profileCalls, type RegisterAnswer, registrationCalls } from '@assay/contract';
import { signInPlaceOf } from '../accounts/signInPlace.ts';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { type Received, type Route, route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import type { CaptchaSettings } from './registrationSettings.ts';
import { requirePromoCode } from './requirePromoCode.ts';

const patienceMs = 5_000;

/**
 * Asks the captcha's provider whether its widget was solved. Turnstile, hCaptcha and reCAPTCHA take the same request.
 * @param address of the user who solved it
 * @throws InvalidFields of `captchaSolution` when it was not; ApiError `captcha.away` when the provider does not say
 */
async function requireCaptcha(
  { fetch }: Api,
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

const getRegistration = route(registrationCalls.getRegistration, async ({ api: { config, operations } }) => {
  const { isOpen, promoCodes, captcha } = config.registration;
  return {
    open: isOpen,
    promoCodes: promoCodes.size > 0,
    captcha: captcha && { provider: captcha.provider, siteKey: captcha.siteKey },
    passwordMinLength: operations.credentials.passwordMinLength,
  };
});

type Registration = Received<typeof profileCalls.registerByEmail>;

/** An invitation makes a login at once, even where registration is closed: its mail has proven the address. */
const registerByEmail = route(profileCalls.registerByEmail, async (received) => {
  const { token } = received.body;
  return token === undefined ? register(received) : acceptInvited(received, token);
});

async function acceptInvited({ api, body, context, request }: Registration, token: string): Promise<RegisterAnswer> {
  const { email, firstName, lastName, password } = body;
  const userId = await registerInvited(api, { token, email }, { firstName, lastName, password }, context);
  logSecurity(api.config.securityLog, request, 'registered', { userId });
  return { token: await api.operations.sessions.start(userId, signInPlaceOf(request)) };
}

/** Limited as a forgotten password is, so that no caller can fill a mailbox. */
async function register({ api, body, context, request }: Registration): Promise<RegisterAnswer> {
  const { email, firstName, lastName, password, promoCode, captchaSolution } = body;
  const { isOpen, captcha } = api.config.registration;
  if (!isOpen) throw new ApiError('registration.closed');
  api.mailLimits.begin(request.ip, email);
  if (promoCode) requirePromoCode(api, promoCode, request.ip);
  if (captcha) await requireCaptcha(api, captcha, captchaSolution, request.ip);
  await requestRegistration(api, { email, firstName, lastName, password }, context);
  logSecurity(api.config.securityLog, request, 'registrationRequested');
  return { token: null };
}

/** Does not sign in: the link may be opened by another person than the one who chose the password. */
const verifyEmail = route(registrationCalls.verifyEmail, async ({ api, query, context, request }) => {
  const userId = await verifyRegistration(api, query, context);
  logSecurity(api.config.securityLog, request, 'registered', { userId });
  return null;
});

const validatePromoCode = route(registrationCalls.validatePromoCode, async ({ api, query: { promoCode }, request }) => {
  requirePromoCode(api, promoCode, request.ip);
  return null;
});

export const registrationRoutes: readonly Route[] = [getRegistration, registerByEmail, verifyEmail, validatePromoCode];
