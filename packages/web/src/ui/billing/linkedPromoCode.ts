const key = 'assay.promoCode';

/** Keeps the promo code of a link until the account is set up, which may be after a mail and a sign-in. */
export function keepLinkedPromoCode(search: string): void {
  const code = new URLSearchParams(search).get('promoCode');
  if (code) localStorage.setItem(key, code);
}

/** @returns the promo code of the link that the user came by; null: none */
export function linkedPromoCode(): string | null {
  return localStorage.getItem(key);
}

/** It was used, or removed by the user. */
export function dropLinkedPromoCode(): void {
  localStorage.removeItem(key);
}
