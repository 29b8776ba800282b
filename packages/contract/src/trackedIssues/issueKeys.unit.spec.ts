import { issueAddress, issueKeyOf } from './issueKeys.ts';

describe('the key of an issue', () => {
  it.each([
    ['SHOP-812', 'SHOP-812'],
    [' shop-812 ', 'SHOP-812'],
    ['northwind/shop#7', 'northwind/shop#7'],
    ['group/sub/shop#7', 'group/sub/shop#7'],
    ['https://northwind.atlassian.net/browse/SHOP-812?focusedId=1', 'SHOP-812'],
    ['https://jira.example.com/jira/browse/shop-812', 'SHOP-812'],
    ['https://github.com/northwind/shop/issues/7', 'northwind/shop#7'],
    ['https://gitlab.com/group/sub/shop/-/issues/7/', 'group/sub/shop#7'],
    ['SHOP', null],
    ['SHOP-0', null],
    ['#7', null],
    ['shop#7', null],
    ['https://github.com/northwind/shop/pull/7', null],
    ['javascript:alert(1)', null],
    ['', null],
  ])('%s is %p', (text, key) => {
    expect(issueKeyOf(text)).toBe(key);
  });

  it.each([
    ['SHOP-812', 'Jira', 'https://tracker.example.com/browse/SHOP-812'],
    ['northwind/shop#7', 'GitHub', 'https://tracker.example.com/northwind/shop/issues/7'],
    ['northwind/shop#7', 'Gitlab', 'https://tracker.example.com/northwind/shop/-/issues/7'],
    ['SHOP-812', 'GitHub', null],
    ['northwind/shop#7', 'Jira', null],
  ] as const)('%s at %s is at %p', (key, provider, address) => {
    expect(issueAddress(key, [{ provider, address: 'https://tracker.example.com/' }])).toBe(address);
  });
});
