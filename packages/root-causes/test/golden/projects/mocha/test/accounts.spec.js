const { expect } = require('chai');
const { interest, close, limit } = require('../src/accounts');
const { average, balance } = require('../src/ledger');
describe('accounts', () => {
  it('pays interest of gold', () => expect(interest(100, 'gold')).to.equal(2));
  it('pays interest of silver', () => expect(interest(50, 'silver')).to.equal(1));
  it('closes an account', () => close({ id: 4711, open: 2 }));
  it('closes an old account', () => close({ id: 12, open: 31 }));
  it('raises the limit', () => {
    expect(limit(2)).to.equal(250);
  });
  it('has a balance', () => expect(balance([1])).to.equal(1));
  it('has a balance of several', () => expect(balance([1, 2])).to.equal(3));
  it('has an average', () => expect(average([2, 4])).to.equal(3));
  it('lists owners', () => {
    expect(['Bob']).to.deep.equal(['Ann', 'Bob']);
  });
});
