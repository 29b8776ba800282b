import { registerInvited, requestRegistration } from '@assay/application';
import { profileCalls, type RegisterAnswer } from '@assay/contract';
import { signInPlaceOf } from '../accounts/signInPlace.ts';
import { ApiError } from '../http/apiErrors.ts';
import { type Received, route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { requireCaptcha } from './requireCaptcha.ts';
import { requirePromoCode } from './requirePromoCode.ts';

type Registration = Received<typeof profileCalls.registerByEmail>;

/** An invitation makes a login at once, even where registration is closed: its mail has proven the address. */
export const registerByEmail = route(profileCalls.registerByEmail, async (received) => {
  const { token } = received.body;
  return token === undefined ? register(received) : acceptInvited(received, token);
});

async function acceptInvited({ api, body, context, request }: Registration, token: string): Promise<RegisterAnswer> {
  const { email, firstName, lastName, password } = body;
  const userId = await registerInvited(api, { token, email }, { firstName, lastName, password }, context);
  logSecurity(api.config.securityLog, request, 'registered', { userId });
  return { token: await api.operations.sessions.start(userId, signInPlaceOf(request)) };
}

/** Limited as a forgotten password is, so that nobody can fill a mailbox. */
async function register({ api, body, context, request }: Registration): Promise<RegisterAnswer> {
  const { email, firstName, lastName, password, promoCode, captchaSolution } = body;
  const { isOpen, captcha } = api.config.registration;
  if (!isOpen) throw new ApiError('registration.closed');
  api.mailLimits.begin(request.ip, email);
  if (promoCode) requirePromoCode(api, promoCode, request.ip);
  if (captcha) await requireCaptcha(captcha, captchaSolution, request.ip);
  await requestRegistration(api, { email, firstName, lastName, password }, context);
  logSecurity(api.config.securityLog, request, 'registrationRequested');
  return { token: null };
}
