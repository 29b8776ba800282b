const { module: group, test } = QUnit;

group('cart', () => {
  test('adds', (assert) => assert.equal(1 + 1, 2));
  test('pays', (assert) => assert.equal('card', 'cash', 'by card'));
  test.skip('is skipped', (assert) => assert.true(true));
  test.todo('ships later', (assert) => assert.true(false));
  test.todo('passes unexpectedly', (assert) => assert.true(true));
  test('prints', (assert) => {
    console.log('printed by a test');
    assert.true(true);
  });
  test('has "quotes" & <angles>', (assert) => assert.true(true));
  test('times out', (assert) => {
    assert.timeout(50);
    const done = assert.async();
    setTimeout(done, 300);
  });
  test.each('costs', [1, 2], (assert, price) => assert.ok(price));
  test('has no assertion', () => {});
  group('group', () => {
    test('is nested', (assert) => assert.true(true));
  });
});
group('hooks', (hooks) => {
  hooks.beforeEach((assert) => {
    if (assert.test.testName === 'has a failed set-up') throw new Error('cannot set up');
  });
  hooks.afterEach((assert) => {
    if (assert.test.testName === 'has a failed tear-down') throw new Error('cannot tear down');
  });
  test('has a failed set-up', (assert) => assert.true(true));
  test('has a failed tear-down', (assert) => assert.true(true));
});
group('set-up', (hooks) => {
  hooks.before(() => {
    throw new Error('cannot set up');
  });
  test('never starts', (assert) => assert.true(true));
  test('is behind it', (assert) => assert.true(true));
});
group('stop', (hooks) => {
  hooks.after(() => {
    throw new Error('cannot tear down');
  });
  test('is first', (assert) => assert.true(true));
  test('is counted', (assert) => assert.true(true));
});
