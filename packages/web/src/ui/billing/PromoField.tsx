import type { PromoView } from '@assay/contract';
import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { asServiceError } from '../../connection/serviceError.ts';
import { useLazyGetPromoOfAccountQuery } from '../../connection/serviceHooks.ts';
import { IconCheck } from '../icons/icons.ts';
import styles from './billing.module.css';
import { promoText } from './promoText.ts';

type PromoFieldProps = {
  promo: PromoView | null;
  onChange: (promo: PromoView | null) => void;
  /** Why the payment was refused. */
  error?: string | undefined;
  onTyped: () => void;
  /** A code to apply at once, as from a link. */
  initial?: string | null;
};

/** A promo code with its effect, which is known before anything is paid. */
export function PromoField({ promo, onChange, error, onTyped, initial = null }: PromoFieldProps) {
  const [code, setCode] = useState(initial ?? '');
  const [refused, setRefused] = useState<string | null>(null);
  const [find, { isFetching }] = useLazyGetPromoOfAccountQuery();
  const latest = useRef(onChange);
  latest.current = onChange;

  async function apply(promoCode: string): Promise<void> {
    if (promoCode === '') return;
    const { data, error: failure } = await find({ query: { promoCode } });
    latest.current(data ?? null);
    const known = asServiceError(failure);
    setRefused(data ? null : (known?.errors[0]?.message ?? known?.message ?? null));
  }
  const applyFirst = useRef(apply);
  useEffect(() => {
    if (initial) void applyFirst.current(initial);
  }, [initial]);

  function remove(): void {
    setCode('');
    setRefused(null);
    onChange(null);
    onTyped();
  }

  return (
    <div>
      <div className={styles.promo}>
        <TextInput
          label="Promo code"
          className={styles.field}
          classNames={{ input: styles.code }}
          value={code}
          autoComplete="off"
          spellCheck={false}
          readOnly={promo !== null}
          error={refused ?? error}
          onChange={({ currentTarget: { value } }) => {
            setCode(value);
            setRefused(null);
            onTyped();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (promo === null) void apply(code.trim());
          }}
        />
        {promo === null ? (
          <Button loading={isFetching} disabled={code.trim() === ''} onClick={() => void apply(code.trim())}>
            Apply
          </Button>
        ) : (
          <Button onClick={remove}>Remove</Button>
        )}
      </div>
      <p className={styles.effect} role="status">
        {promo && (
          <>
            <IconCheck size={14} stroke={2} aria-hidden="true" /> {promoText(promo)}
          </>
        )}
      </p>
    </div>
  );
}
