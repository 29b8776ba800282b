import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { count } from '../shop/warehouse.js';

describe('Warehouse', () => {
  it('counts a shelf', async () => {
    assert.equal(await count(3), 36);
  });

  it('counts a long shelf', async () => {
    assert.equal(await count(5), 60);
  });

  it('counts two boards of cups', async () => {
    assert.equal(await count(2), 24);
  });
});
