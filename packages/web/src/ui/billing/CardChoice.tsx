import { messages, type PaymentInfoView, type SubscriptionView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import styles from './billing.module.css';
import { CardFrame } from './CardFrame.tsx';
import type { PaymentState } from './usePayment.ts';

/** @returns a card as people recognize it */
export function cardText({ brand, lastFour }: NonNullable<SubscriptionView['card']>): string {
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${lastFour}`;
}

type CardChoiceProps = {
  billing: NonNullable<PaymentInfoView['billing']>;
  /** The card of before. */
  known: SubscriptionView['card'];
  isNew: boolean;
  onChange: (isNew: boolean) => void;
  payment: PaymentState;
  /** What stays when the processor is away. */
  kept: string;
};

/** The card of before or another one, with what the processor says of it. */
export function CardChoice({ billing, known, isNew, onChange, payment, kept }: CardChoiceProps) {
  const error = payment.errors.card;
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <span>Card</span>
        {known && (
          <UnstyledButton className="link" fz={12} onClick={() => onChange(!isNew)}>
            {isNew ? `Use ${cardText(known)}` : 'Use another card'}
          </UnstyledButton>
        )}
      </div>
      {isNew || !known ? (
        <CardFrame billing={billing} form={payment.card} />
      ) : (
        <span>
          {cardText(known)}{' '}
          <span className="soft">
            expires {String(known.expiryMonth).padStart(2, '0')}/{String(known.expiryYear).slice(-2)}
          </span>
        </span>
      )}
      {error === messages.processorAway ? (
        <p className={styles.away} role="alert">
          {error}. Nothing was charged{kept}.
        </p>
      ) : (
        error && (
          <p className={styles.refused} role="alert">
            {error}
          </p>
        )
      )}
    </div>
  );
}
