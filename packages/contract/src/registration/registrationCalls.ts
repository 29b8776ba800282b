import { Type } from 'typebox';
import { call } from '../call.ts';
import { PromoCodeQuery, RegistrationView, VerifyEmailQuery } from './registrationViews.ts';

export const registrationCalls = {
  getRegistration: call({
    method: 'GET',
    path: '/registration',
    summary: 'Whether and how people register here without an invitation',
    permission: 'public',
    answer: RegistrationView,
    example: {},
  }),
  verifyEmail: call({
    method: 'POST',
    path: '/verify-email',
    summary: 'Make the login that was asked for, by the link of a mail, which works once, for 24 hours',
    permission: 'public',
    query: VerifyEmailQuery,
    status: 204,
    answer: Type.Null(),
    example: { query: { token: 'registration.of-the-mail', email: 'grace@example.com' } },
  }),
  validatePromoCode: call({
    method: 'GET',
    path: '/validate-promo-code',
    summary: 'Whether a promo code is valid now; refused otherwise',
    permission: 'public',
    query: PromoCodeQuery,
    status: 204,
    answer: Type.Null(),
    example: { query: { promoCode: 'SPRING' } },
  }),
};
