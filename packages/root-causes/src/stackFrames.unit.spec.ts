import { isTestCode, isTestFile, readStack } from './stackFrames.ts';

const read = (text: string) => readStack(text).frames.map(({ name, file, line }) => `${name} ${file}:${line}`);

describe('own frames of a stack trace', () => {
  it.each<[string, string, string[]]>([
    [
      'JavaScript',
      'Error: no\n    at Cart.total (/shop/src/cart.ts:4:9)\n    at async pay (file:///shop/src/pay.mjs:8:1)\n    at /shop/test/a.test.js:3:1\n    at Test.run (node:internal/test_runner/test:796:9)\n    at run (/shop/node_modules/mocha/lib/runnable.js:1:2)',
      ['Cart.total /shop/src/cart.ts:4', 'pay /shop/src/pay.mjs:8', 'null /shop/test/a.test.js:3'],
    ],
    ['Vitest', ' ❯ total src/cart.ts:4:9\n ❯ test/a.test.ts:3:1', ['total src/cart.ts:4', 'null test/a.test.ts:3']],
    [
      'Python, the innermost last',
      'Traceback (most recent call last):\n  File "/shop/test_a.py", line 3, in test_pays\n    pay()\n  File "/shop/pay.py", line 8, in pay\n    raise KeyError("a")\n  File "/usr/lib/python3.11/json/decoder.py", line 1, in decode\n',
      ['pay /shop/pay.py:8', 'test_pays /shop/test_a.py:3'],
    ],
    [
      'pytest, with the function above',
      'def test_pays():\n>       pay()\n\ntests/test_a.py:3: \n_ _ _ _\n\n    def pay():\n>       raise KeyError("a")\nE       KeyError: \'a\'\n\nshop/pay.py:8: KeyError',
      ['pay shop/pay.py:8', 'test_pays tests/test_a.py:3'],
    ],
    [
      'Java',
      'at java.base/java.util.Objects.requireNonNull(Objects.java:1)\n\tat shop.Cart.total(Cart.java:4)\n\tat shop.CartTest.lambda$pays$0(CartTest.java:9)\n\tat org.junit.jupiter.Engine.run(Engine.java:2)',
      ['Cart.total shop/Cart.java:4', 'null shop/CartTest.java:9'],
    ],
    [
      'C#',
      '   at System.Linq.Enumerable.First(Object a) in /_/src/Linq.cs:line 1\n   at Shop.Cart.Total(Int32 id) in C:\\shop\\Cart.cs:line 4',
      ['Cart.Total C:/shop/Cart.cs:4'],
    ],
    [
      'Go',
      'panic: no\n\ngoroutine 6 [running]:\ntesting.tRunner(0xc0)\n\t/usr/lib/go-1.19/src/testing/testing.go:1396 +0x24e\nexample.org/shop/cart.Total(...)\n\t/shop/cart/cart.go:14',
      ['cart.Total /shop/cart/cart.go:14'],
    ],
    ['Go, a failure of a test', '    cart_test.go:7: got 1, want 2', ['null cart_test.go:7']],
    [
      'Ruby, built-in methods at the line of their caller left out',
      "/shop/cart.rb:4:in `open'\n/shop/cart.rb:4:in `total'\n/usr/share/rubygems-integration/all/gems/rspec-core-3.12.0/lib/a.rb:1:in `run'\n/shop/spec/cart_spec.rb:9:in `block (2 levels) in <top (required)>'",
      ['total /shop/cart.rb:4', 'null /shop/spec/cart_spec.rb:9'],
    ],
    [
      'PHP',
      'Failed\n\n/shop/src/Cart.php:4\n/shop/vendor/a/B.php:1\n#1 /shop/tests/CartTest.php(9): Cart->total()',
      ['null /shop/src/Cart.php:4', 'null /shop/tests/CartTest.php:9'],
    ],
  ])('are read: %s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('leave what the error says', () => {
    expect(readStack('meter_test.go:7: got 1, want 2\n  at a (/b.js:1:2)\nmore').lines).toEqual([
      'got 1, want 2',
      'more',
    ]);
  });

  it('of tests and of what only tests use are known by their file, wherever the checkout is', () => {
    for (const file of ['src/a.test.ts', 'tests/support.py', 'test_a.py', 'a_test.go', 'ATest.java', 'conftest.py']) {
      expect([file, isTestCode(file)]).toEqual([file, true]);
    }
    for (const file of [
      '/ci/test/job/shop/src/js/cart.js',
      'src/contest.py',
      'src/latest.js',
      'src/Attestation.java',
    ]) {
      expect([file, isTestCode(file)]).toEqual([file, false]);
    }
    expect([isTestFile('tests/support.js'), isTestFile('tests/a.spec.js')]).toEqual([false, true]);
  });

  it('are read of long lines of any shape', () => {
    const long = ['at ', 'at a.', '(', 'a.java:', '/a', 'File "', 'in `'].map((part) => part.repeat(8_000));
    for (const text of long) expect(readStack(text).frames).toEqual([]);
  });
});
