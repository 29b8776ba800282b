'use strict';
// For frameworks that know tests only by their titles: a key holds the capability, the file, the titles in one line,
// and an index among tests with these titles.
const longestTitle = 1500;

function shortTitle(title) {
  return title.slice(0, longestTitle);
}

/** The same for tests with the same titles: they can only run together. */
function titleKey(place, file, title) {
  return JSON.stringify([place, file, shortTitle(title)]);
}

/** Creates the keys of the tests of one capability and file, in their order. */
class SpecKeys {
  #counts = new Map();

  keyOf(place, file, title) {
    const short = shortTitle(title);
    const same = titleKey(place, file, title);
    const count = (this.#counts.get(same) ?? 0) + 1;
    this.#counts.set(same, count);
    return JSON.stringify([place, file, short, count]);
  }
}

function readKey(key) {
  const [place, file, title, count] = JSON.parse(key);
  return { place, file, title, count };
}

/** The key of a scenario, which its line identifies. */
function lineKey(place, file, line) {
  return JSON.stringify([place, file, line]);
}

function readLineKey(key) {
  const [place, file, line] = JSON.parse(key);
  return { place, file, line };
}

/** A pattern that matches exactly these titles as the framework joins them. */
function titlePattern(titles) {
  const exact = titles.map((title) => {
    const escaped = title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    return title.length < longestTitle ? `${escaped}$` : escaped;
  });
  return `^(?:${[...new Set(exact)].join('|')})`;
}

/** The words with an @ in a title: the tags of such frameworks. */
function tagsOf(title) {
  return [...new Set(title.match(/(?<=^|\s)@[\w:-]+/g) ?? [])];
}

module.exports = { SpecKeys, lineKey, readKey, readLineKey, tagsOf, titleKey, titlePattern };
