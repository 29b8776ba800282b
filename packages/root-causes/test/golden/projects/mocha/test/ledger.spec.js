const { expect } = require('chai');
const { interest } = require('../src/accounts');
const { post } = require('../src/ledger');
const port = () => 1024 + Math.floor(Math.random() * 100) * 2 + 1;
const hasTotal = (report, total) => {
  expect(report).to.have.property('total', total);
};
describe('ledger', () => {
  it('posts an entry', () => post({ amount: 1 }, port()));
  it('posts a correction', () => post({ amount: -1 }, port()));
  it('reports the year', () => hasTotal({ total: 41 }, 46));
  it('reports the month', () => hasTotal({ total: 3 }, 5));
  it('adds interest', () => expect(interest(10, 'gold')).to.equal(1));
  it('waits for the statement', () => new Promise(() => undefined));
});
describe('archive', () => {
  before(() => {
    require('node:fs').readFileSync('/srv/archive/index.json');
  });
  it('has a page', () => undefined);
});
