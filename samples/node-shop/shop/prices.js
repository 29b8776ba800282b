/** Cents, tax included; rates in percent. */
export const articles = { teapot: { cents: 2490, tax: 19 }, cup: { cents: 690, tax: 19 }, tea: { cents: 480, tax: 7 } };

/** The net price of several of one article. Each one is rounded separately: the bug that a test reveals. */
export function netPrice(name, quantity) {
  const { cents, tax } = articles[name];
  return Math.round(cents / (1 + tax / 100)) * quantity;
}

export function format(cents) {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')} €`;
}
