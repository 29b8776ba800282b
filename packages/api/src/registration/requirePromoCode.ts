import { InvalidFields } from '@assay/application';
import { promoCodeMessage } from '@assay/contract';
import type { Api } from '../api.ts';

/** @throws InvalidFields of `promoCode` for one that is not valid now; ApiError 429 for somebody who tries many */
export function requirePromoCode({ promoLimits, config }: Api, promoCode: string, address: string): void {
  const attempt = promoLimits.begin(address, address);
  if (!config.registration.promoCodes.has(promoCode.toLowerCase())) {
    throw new InvalidFields({ field: 'promoCode', message: promoCodeMessage(promoCode) });
  }
  attempt.succeeded();
}
