import { commonPrefix } from './commonPrefix.ts';

const repeatedOf = (name: string, above: string | null) => name.slice(0, commonPrefix(name, above));

describe('what a name repeats of the one above it', () => {
  it.each([
    ['com.northwind.shop.PayTest', 'com.northwind.shop.CartTest', 'com.northwind.shop.'],
    ['com.northwind.shop.PayTest › pays', 'com.northwind.shop.CartTest › adds', 'com.northwind.shop.'],
    ['com.northwind.CartTest › adds', 'com.northwind.CartTest › takes', 'com.northwind.CartTest › '],
    ['Cart$Totals#sums', 'Cart$Totals#rounds', 'Cart$Totals#'],
    ['cart › with a voucher › takes', 'cart › with a voucher › adds', 'cart › with a voucher › '],
    ['cart > takes', 'cart > adds', 'cart > '],
    ['shop::cart::takes', 'shop::cart::adds', 'shop::cart::'],
    ['tests/shop/cart.spec.ts', 'tests/shop/cart.page.ts', 'tests/shop/'],
    ['tests/shop/deep/a.spec.ts', 'tests/shop/a.spec.ts', 'tests/shop/'],
  ])('%j below %j is %j', (name, above, repeated) => {
    expect(repeatedOf(name, above)).toBe(repeated);
  });

  it.each([
    ['the first row', 'com.northwind.Cart', null],
    ['another package', 'org.northwind.Cart', 'com.northwind.Cart'],
    ['a package whose name goes on', 'northwinds.Cart', 'northwind.Cart'],
    ['words', 'adds a cup to the cart', 'adds a pot to the cart'],
    ['a dot within words', 'sums up to 1.50 in all', 'sums up to 1.75 in all'],
    ['a title that begins alike', 'carts › adds', 'cart › adds'],
  ])('is nothing for %s', (_, name, above) => {
    expect(repeatedOf(name, above)).toBe('');
  });

  it('is never all of it, as of copies of a test', () => {
    expect(repeatedOf('cart › adds', 'cart › adds')).toBe('cart › ');
    expect(repeatedOf('com.northwind.', 'com.northwind.')).toBe('com.');
    expect(repeatedOf('cart', 'cart › adds')).toBe('');
    expect(repeatedOf('', '')).toBe('');
  });
});
