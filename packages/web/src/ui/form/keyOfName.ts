/** @returns a key derived from a name, as shown until the key field is touched: 'Checkout E2E' → 'checkout-e2e'. */
export function keyOfName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|[._-]+$/g, '')
    .slice(0, 60);
}
