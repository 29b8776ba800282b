import { registrationCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { requirePromoCode } from './requirePromoCode.ts';

export const validatePromoCode = route(
  registrationCalls.validatePromoCode,
  async ({ api, query: { promoCode }, request }) => {
    requirePromoCode(api, promoCode, request.ip);
    return null;
  },
);
