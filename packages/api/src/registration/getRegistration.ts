import { registrationCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const getRegistration = route(registrationCalls.getRegistration, async ({ api: { config } }) => {
  const { isOpen, promoCodes, captcha } = config.registration;
  return {
    open: isOpen,
    promoCodes: promoCodes.size > 0,
    captcha: captcha && { provider: captcha.provider, siteKey: captcha.siteKey },
  };
});
