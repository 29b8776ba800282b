import { cardFramePath, type FromCardFrame, messages, type PaymentInfoView, type ToCardFrame } from '@assay/contract';
import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { asServiceError } from '../../connection/serviceError.ts';
import { useSetUpCardMutation } from '../../connection/serviceHooks.ts';
import { RowsSkeleton } from '../RowsSkeleton.tsx';
import styles from './billing.module.css';

export type ConfirmedCard = { cardToken: string } | { error: string };
export type CardForm = {
  /** Asks the payment processor whether the card that was entered can be used. */
  confirm(): Promise<ConfirmedCard>;
};

type Answer = RefObject<((card: ConfirmedCard) => void) | null>;

function ask(frame: RefObject<HTMLIFrameElement | null>, message: ToCardFrame): void {
  frame.current?.contentWindow?.postMessage(message, window.location.origin);
}

function settle(answer: Answer, card: ConfirmedCard): void {
  answer.current?.(card);
  answer.current = null;
}

/** Enough for a bank's page that asks the user to confirm the card. */
const challengeHeight = 480;

/**
 * The form of the payment processor in a frame with a policy of its own: its script sees nothing of the account, and the
 * page nothing of the card.
 */
export function CardFrame({
  billing: { publishableKey, scriptUrl },
  form,
}: {
  billing: NonNullable<PaymentInfoView['billing']>;
  form: RefObject<CardForm | null>;
}) {
  const dark = useComputedColorScheme() === 'dark';
  const [setUpCard] = useSetUpCardMutation();
  const frame = useRef<HTMLIFrameElement>(null);
  const answer = useRef<((card: ConfirmedCard) => void) | null>(null);
  const [height, setHeight] = useState(0);
  const [isConfirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    async function open(): Promise<void> {
      const { data, error } = await setUpCard({});
      if (data) ask(frame, { type: 'open', scriptUrl, publishableKey, dark, clientSecret: data.clientSecret });
      else setProblem(asServiceError(error)?.message ?? messages.processorAway);
    }
    function hear({ data, origin, source }: MessageEvent<FromCardFrame>): void {
      if (origin !== window.location.origin || source !== frame.current?.contentWindow) return;
      switch (data.type) {
        case 'loaded':
          void open();
          return;
        case 'resized':
          setHeight(data.height + 4);
          return;
        case 'confirmed':
          settle(answer, { cardToken: data.cardToken });
          return;
        case 'refused':
          settle(answer, { error: data.message ?? messages.invalidCard });
          return;
        case 'away':
          if (answer.current) settle(answer, { error: messages.processorAway });
          else setProblem(messages.processorAway);
          return;
        case 'ready':
          return;
      }
    }
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [setUpCard, scriptUrl, publishableKey, dark]);

  useImperativeHandle(form, () => ({
    async confirm() {
      setConfirming(true);
      const card = await new Promise<ConfirmedCard>((resolve) => {
        answer.current = resolve;
        ask(frame, { type: 'confirm' });
      });
      setConfirming(false);
      return card;
    },
  }));

  if (problem !== null) {
    return (
      <p className={styles.refused} role="alert">
        {problem}
      </p>
    );
  }
  return (
    <>
      {height === 0 && <RowsSkeleton rows={3} height={32} />}
      <iframe
        ref={frame}
        className={styles.frame}
        title="Card"
        src={cardFramePath}
        style={{ height: isConfirming ? Math.max(height, challengeHeight) : height }}
      />
    </>
  );
}
