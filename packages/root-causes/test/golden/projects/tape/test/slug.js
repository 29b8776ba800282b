const test = require('tape');
const { slug } = require('../src/slug');
const sameSlug = (t, title, expected) => t.equal(slug(title), expected);
test('slugs umlauts', (t) => {
  sameSlug(t, 'Über uns', 'ueber-uns');
  t.end();
});
test('slugs sharp s', (t) => {
  sameSlug(t, 'Straße', 'strasse');
  t.end();
});
test('finds words', (t) => {
  t.equal('a b'.split(' ').length, 3);
  t.end();
});
test('is a list', (t) => {
  t.equal([1].length, 2);
  t.end();
});
