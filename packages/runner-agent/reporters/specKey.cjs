'use strict';
// Frameworks that know tests by titles only: a key holds where it runs, its file, its titles in one line, and which of
// the tests of that title it is.
const longestTitle = 1500;

function shortTitle(title) {
  return title.slice(0, longestTitle);
}

/** The same for tests that their titles do not tell apart: one of them is not run without the others. */
function titleKey(place, file, title) {
  return JSON.stringify([place, file, shortTitle(title)]);
}

/** Makes the keys of the tests of one place and file, in their order. */
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

/** The key of a scenario, which its line tells from all others. */
function lineKey(place, file, line) {
  return JSON.stringify([place, file, line]);
}

function readLineKey(key) {
  const [place, file, line] = JSON.parse(key);
  return { place, file, line };
}

/** A pattern that fits exactly these titles as the framework joins them. */
function titlePattern(titles) {
  const exact = titles.map((title) => {
    const escaped = title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    return title.length < longestTitle ? `${escaped}$` : escaped;
  });
  return `^(?:${[...new Set(exact)].join('|')})`;
}

/** The words with an @ in a title: what such frameworks have for tags. */
function tagsOf(title) {
  return [...new Set(title.match(/(?<=^|\s)@[\w:-]+/g) ?? [])];
}

module.exports = { SpecKeys, lineKey, readKey, readLineKey, tagsOf, titleKey, titlePattern };
