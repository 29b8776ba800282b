/** Prices in cents, weight in grams. */
export const catalogue = new Map([
  ['teapot', { price: 2490, weight: 900, stock: 12 }],
  ['cup', { price: 690, weight: 250, stock: 48 }],
  ['green tea', { price: 480, weight: 100, stock: 200 }],
  ['kettle', { price: 5900, weight: 1800, stock: 0 }],
]);
