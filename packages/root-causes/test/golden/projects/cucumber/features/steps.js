const assert = require('node:assert/strict');
const net = require('node:net');
const { Given, Then, When } = require('@cucumber/cucumber');
const { reserve, ship } = require('../src/warehouse');
Given('the carrier answers at port {int}', (port, done) => {
  net.connect(port, '127.0.0.1', () => done()).on('error', done);
});
When('{int} of {word} are reserved', (count, sku) => reserve(sku, count));
When('an order without an address is shipped', () => ship({}));
Then('the shelf has {int}', (count) => assert.equal(4, count));
Then('the label says {string}', (text) => assert.match('Fragile', new RegExp(text)));
