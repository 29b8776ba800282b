import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { format, netPrice } from '../shop/prices.js';

describe('Prices', () => {
  for (const [cents, text] of [
    [0, '0.00 €'],
    [480, '4.80 €'],
    [123456, '1234.56 €'],
  ]) {
    it(`are written as ${text}`, () => {
      assert.equal(format(cents), text);
    });
  }

  it('are rounded once, not per piece', () => {
    const net = netPrice('cup', 7);
    assert.ok(net === 4059, `seven cups cost ${format(net)} net instead of ${format(4059)}`);
  });
});
