import { readReport } from '../test/readReport.ts';
import { JunitNames } from './junitNames.ts';

async function nameIn(content: string) {
  const { cases } = await readReport(content);
  return cases.map((each) => new JunitNames(null).nameOf(each, 'results.xml'));
}

describe('names of tests in reports from CI', () => {
  it('have a fixture of a class in one piece, which nose2 splits', async () => {
    expect(
      await nameIn(
        '<testsuite><testcase classname="setUpClass (shop.test_cart" name="Cart)"><error/></testcase></testsuite>',
      ),
    ).toEqual([{ file: 'shop.test_cart.Cart', name: 'setUpClass' }]);
  });

  it('are the same in the second workspace of a branch in Jenkins', async () => {
    const inFolder = (folder: string) =>
      nameIn(
        `<testsuites><testsuite name="Cart" file="/var/lib/jenkins/workspace/${folder}/test/cart.spec.js"><testcase name="adds" classname="adds"/></testsuite></testsuites>`,
      );
    expect(await inFolder('shop_main@2')).toEqual(await inFolder('shop_main'));
    expect(await inFolder('shop_main@12')).toEqual(await inFolder('shop_main'));
    expect(await inFolder('shop@v2_main')).not.toEqual(await inFolder('shop_main'));
  });

  it.each([
    ['C:\\ci\\shop', 'C:\\ci\\shop\\test\\cart.spec.js'],
    ['C:\\ci\\shop\\', 'c:/ci/shop/test/cart.spec.js'],
    ['/ci/shop', '/ci/shop/test/cart.spec.js'],
  ])('are relative to %s, on any system', async (directory, file) => {
    const { cases } = await readReport(
      `<testsuite name="Cart" file="${file}"><testcase name="adds" classname="Cart"/></testsuite>`,
    );
    expect(cases.map((each) => new JunitNames(directory).nameOf(each, 'results.xml').file)).toEqual([
      'test/cart.spec.js',
    ]);
  });

  it.each([
    ['/ci/shop/cart.css', 'cart.css'],
    ['/ci/other/cart.css', '/ci/other/cart.css'],
    ['Cart of /ci/shop', 'Cart of /ci/shop'],
  ])('are relative where the suite %s is called by a path', async (suite, file) => {
    const { cases } = await readReport(`<testsuite name="${suite}"><testcase name="color-named"/></testsuite>`);
    expect(cases.map((each) => new JunitNames('/ci/shop').nameOf(each, 'results.xml').file)).toEqual([file]);
  });

  it('have no line where busted writes the one at which a test begins', async () => {
    const at = (line: number, classname = `spec/cart_spec.lua:${line}`) =>
      nameIn(`<testsuite name="Run 1 of 1"><testcase name="cart adds" classname="${classname}"/></testsuite>`);
    expect(await at(3)).toEqual(await at(17));
    expect(await at(3)).toEqual([{ file: 'spec/cart_spec.lua', name: 'cart adds' }]);
    expect(await at(3, 'http://shop.example:80')).toEqual([{ file: 'http://shop.example:80', name: 'cart adds' }]);
  });

  it('have no time of the run where unittest-xml-reporting adds one to its suites', async () => {
    const at = (time: string) =>
      nameIn(
        `<testsuite name="unittest.suite._ErrorHolder-${time}" file="test_cart.py"><testcase classname="" name="setUpClass (test_cart.Cart)"><error message="broke"/></testcase></testsuite>`,
      );
    expect(await at('20261128140213')).toEqual(await at('20261129081500'));
    expect(await at('20261128140213')).toEqual([
      { file: 'test_cart.py', name: 'unittest.suite._ErrorHolder › setUpClass (test_cart.Cart)' },
    ]);
  });
});
