'use strict';
// Answers which of the given processes have a text in their environment. Each line of its input is a question: its number,
// the text, and the ids of the processes. It answers '<number> <id>' for each one found, and '<number> done'. It is a
// process of its own, because a process can give any memory as its environment: of any size, and memory that blocks readers.
const { closeSync, openSync, readSync } = require('node:fs');
const { join } = require('node:path');
const { createInterface } = require('node:readline');

const processes = process.argv[2] ?? '/proc';
const buffer = Buffer.alloc(256 * 1024);
/** What the arguments and the environment of a process may have by default on Linux. */
const longestEnvironment = 2 * 1024 * 1024;

createInterface({ input: process.stdin }).on('line', (line) => {
  const [number, text, ...ids] = line.split(' ');
  for (const id of ids) if (hasText(join(processes, id, 'environ'), Buffer.from(text))) answer(number, id);
  answer(number, 'done');
});

function answer(number, what) {
  process.stdout.write(`${number} ${what}\n`);
}

function hasText(path, text) {
  let descriptor;
  try {
    descriptor = openSync(path, 'r');
    // The end of each part stays before the next one, as the text may be across both.
    let kept = 0;
    for (let at = 0; at < longestEnvironment; ) {
      const count = readSync(descriptor, buffer, kept, buffer.length - kept, at);
      const filled = buffer.subarray(0, kept + count);
      if (filled.includes(text)) return true;
      if (count === 0) return false;
      at += count;
      kept = Math.min(text.length - 1, filled.length);
      filled.copy(buffer, 0, filled.length - kept);
    }
    return false;
  } catch {
    // It has ended in the meantime, or belongs to another user.
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
