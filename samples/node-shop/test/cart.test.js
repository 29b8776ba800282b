import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Cart } from '../shop/cart.js';

describe('Cart', () => {
  it('costs nothing while it is empty', () => {
    assert.equal(new Cart().total, 0);
  });

  it('adds up what is in it', () => {
    assert.equal(new Cart().add('teapot').add('cup', 2).total, 3870);
  });

  it('forgets what is taken out', () => {
    assert.equal(new Cart().add('teapot').add('tea').remove('teapot').total, 480);
  });

  it('refuses what is not sold', () => {
    assert.throws(() => new Cart().add('kettle'), /We do not sell kettle/);
  });
});
