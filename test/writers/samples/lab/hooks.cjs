const Lab = require('@hapi/lab');

const lab = Lab.script();
exports.lab = lab;
lab.describe('hooks', () => {
  let count = 0;
  lab.beforeEach(() => {
    count += 1;
    if (count === 1) throw new Error('cannot set up');
  });
  lab.afterEach(() => {
    if (count === 2) throw new Error('cannot tear down');
  });
  lab.test('has a failed set-up', () => {});
  lab.test('has a failed tear-down', () => {});
});
lab.describe('set-up', () => {
  lab.before(() => {
    throw new Error('cannot set up');
  });
  lab.test('never starts', () => {});
});
lab.describe('stop', () => {
  lab.after(() => {
    throw new Error('cannot tear down');
  });
  lab.test('is counted', () => {});
});
