const assert = require('node:assert');
const { Before, Given, Then } = require('@cucumber/cucumber');

let tries = 0;
Before({ tags: '@hook' }, () => {
  throw new Error('set-up failed');
});
Given('a cart', () => {});
Given('a step that is pending', () => 'pending');
Given('a step that is skipped', () => 'skipped');
Given('a step that fails once', () => {
  tries += 1;
  if (tries < 2) throw new Error('first try');
});
Then('it is declined', () => assert.fail('card declined'));
Then('{int} is less than 2', (price) => assert.ok(price < 2));
