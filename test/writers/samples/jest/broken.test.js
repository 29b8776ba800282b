require('./no-such-module');

test('is never seen', () => {});
