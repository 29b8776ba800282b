import type { Route } from '../http/route.ts';
import { getRegistration } from './getRegistration.ts';
import { registerByEmail } from './registerByEmail.ts';
import { validatePromoCode } from './validatePromoCode.ts';
import { verifyEmail } from './verifyEmail.ts';

export const registrationRoutes: readonly Route[] = [getRegistration, registerByEmail, verifyEmail, validatePromoCode];
