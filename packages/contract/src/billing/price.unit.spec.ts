import { centsOff, discountedPrice, formatCents } from './price.ts';

const off = (percentOff: number | null, amountOff: number | null = null) => ({
  promoCode: 'CODE',
  percentOff,
  amountOff,
  promoCodeDuration: 'once' as const,
  promoCodeDurationInMonths: null,
});

describe('the price of a plan', () => {
  it.each([
    [18_000, 50, 9_000],
    [101, 50, 51],
    [99, 50, 50],
    [10_005, 33.3, 3_332],
    [42_000, 100, 42_000],
  ])('of %i cents is reduced by %f percent, rounded half up', (price, percent, expected) => {
    expect(centsOff(price, off(percent))).toBe(expected);
  });

  it('is never reduced below zero', () => {
    expect(discountedPrice(2, off(null, 50_000))).toBe(0);
    expect(discountedPrice(1, off(null, 500))).toBe(0);
    expect(discountedPrice(4, null)).toBe(96_000);
  });

  it('is shown in dollars with two decimals', () => {
    expect([0, 5, 18_000, 123_456_789, -8_400].map(formatCents)).toEqual([
      '$0.00',
      '$0.05',
      '$180.00',
      '$1,234,567.89',
      '−$84.00',
    ]);
  });
});
