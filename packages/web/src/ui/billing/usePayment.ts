import { messages, type Tier } from '@assay/contract';
import { type RefObject, useRef, useState } from 'react';
import { asServiceError } from '../../connection/serviceError.ts';
import { useChangePaymentInfoMutation } from '../../connection/serviceHooks.ts';
import type { CardForm } from './CardFrame.tsx';

export type PaymentErrors = { card?: string; promoCode?: string; form?: string };

export type PaymentState = {
  /** Of the form for a card. */
  card: RefObject<CardForm | null>;
  errors: PaymentErrors;
  isPaying: boolean;
  /** Removes an error that the user has answered. */
  clear(field: keyof PaymentErrors): void;
  /** @returns whether the account has the tier now */
  pay(wanted: { tier: Tier; promoCode: string | null; newCard: boolean }): Promise<boolean>;
};

function errorsOf(error: unknown): PaymentErrors {
  const failure = asServiceError(error);
  if (failure?.code === 'billing.away') return { card: messages.processorAway };
  const of = (name: string) => failure?.errors.find(({ field }) => field === name)?.message;
  const [card, promoCode] = [of('cardToken'), of('promoCode')];
  if (card === undefined && promoCode === undefined) return { form: failure?.message ?? messages.tryAgain };
  return { ...(card === undefined ? {} : { card }), ...(promoCode === undefined ? {} : { promoCode }) };
}

/** Confirms the card with the payment processor, and pays with it. A second click while it runs does nothing. */
export function usePayment(): PaymentState {
  const card = useRef<CardForm>(null);
  const running = useRef(false);
  const [change] = useChangePaymentInfoMutation();
  const [errors, setErrors] = useState<PaymentErrors>({});
  const [isPaying, setPaying] = useState(false);

  const send: PaymentState['pay'] = async ({ tier, promoCode, newCard }) => {
    let cardToken: string | null = null;
    if (newCard) {
      const confirmed = await (card.current?.confirm() ?? { error: messages.processorAway });
      if ('error' in confirmed) {
        setErrors({ card: confirmed.error });
        return false;
      }
      ({ cardToken } = confirmed);
    }
    const { error } = await change({
      body: {
        linuxPlanTier: tier,
        ...(cardToken === null ? {} : { cardToken }),
        ...(promoCode === null ? {} : { promoCode }),
      },
    });
    setErrors(error ? errorsOf(error) : {});
    return error === undefined;
  };

  return {
    card,
    errors,
    isPaying,
    clear: (field) => setErrors(({ [field]: _, ...others }) => others),
    pay: async (wanted) => {
      if (running.current) return false;
      running.current = true;
      setPaying(true);
      setErrors({});
      try {
        return await send(wanted);
      } finally {
        running.current = false;
        setPaying(false);
      }
    },
  };
}
