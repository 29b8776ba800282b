const { readFileSync } = require('node:fs');
const { water } = require('../src/garden');
const plan = (name) => readFileSync(`${__dirname}/plans/${name}.txt`);
describe('shed', () => {
  it('has a plan', () => expect(plan('shed')).toContain('door'));
  it('has a plan with a window', () => expect(plan('shed')).toContain('window'));
  it('has a plan of the roof', () => expect(plan('roof')).toContain('tile'));
  it('waters the shed', () => expect(water({ roof: 1 })).toBeTrue());
});
