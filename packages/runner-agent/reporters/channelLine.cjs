'use strict';
// One event as a line. The agent drops a longer line whole, so texts are shortened here: each to what the service stores
// of it, and the longest further while the line has no room for all.
const longest = { line: 4_000_000, text: 1_000_000 };
const texts = ['error', 'stack', 'output', 'message', 'name', 'together'];
/** Members of lists; more are left out where the texts alone do not make enough room. */
const lists = { files: 2000, steps: 300, tags: 1000 };

/** @returns the event as JSON, as a rule of at most four million characters */
function lineOf(event) {
  const fitted = { ...event };
  for (const name of texts) if (typeof fitted[name] === 'string') fitted[name] = bothEnds(fitted[name], longest.text);
  for (const [name, most] of Object.entries(lists)) if (fitted[name]) fitted[name] = fitted[name].slice(0, most);
  for (;;) {
    const line = JSON.stringify(fitted);
    if (line.length <= longest.line) return line;
    if (!shortenLongest(fitted)) return line;
  }
}

function shortenLongest(event) {
  const lengthOf = (name) => (typeof event[name] === 'string' ? event[name].length : 0);
  const name = texts.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a));
  if (lengthOf(name) > 1000) {
    event[name] = bothEnds(event[name], Math.floor(lengthOf(name) / 2));
    return true;
  }
  const list = Object.keys(lists).find((each) => event[each]?.length > 0);
  if (list) event[list] = event[list].slice(0, Math.floor(event[list].length / 2));
  return list !== undefined;
}

function bothEnds(text, limit) {
  if (text.length <= limit) return text;
  const half = Math.floor((limit - 100) / 2);
  return `${text.slice(0, half)}\n… ${text.length - 2 * half} characters left out by Assay …\n${text.slice(-half)}`;
}

module.exports = { lineOf };
