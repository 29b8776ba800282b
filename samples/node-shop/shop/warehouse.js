import { setTimeout as wait } from 'node:timers/promises';

/** Counts a shelf, board by board. */
export async function count(boards) {
  let found = 0;
  for (let board = 1; board <= boards; board += 1) {
    await wait(700);
    found += 12;
    console.log(`board ${board}: ${found} pieces so far`);
  }
  return found;
}
