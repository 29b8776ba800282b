// Source maps that tell the lines of the sources, but not the columns: Node reads the whole map of a bundle before it
// shows the first stack trace, and each process shows some (stores that are not there yet, connections that close).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';

/** Of the segments of a line, those with which another line of a source begins. */
function whereLinesBegin(segments) {
  let [lastSource, lastLine] = [-1, -1];
  return segments.filter(([, source, line]) => {
    const begins = source !== lastSource || line !== lastLine;
    [lastSource, lastLine] = [source, line];
    return begins;
  });
}

/** Reduces every map in a folder to lines: a sixth of the size, and of the time that it takes to read. */
export function reduceToLines(folder) {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.js.map')) continue;
    const path = join(folder, name);
    const map = JSON.parse(readFileSync(path, 'utf8'));
    const mappings = encode(decode(map.mappings).map(whereLinesBegin));
    writeFileSync(path, JSON.stringify({ ...map, mappings }));
  }
}
