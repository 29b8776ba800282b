import { setTimeout as wait } from 'node:timers/promises';

/** Counts a shelf, board by board. */
export async function countShelf(boards) {
  let pieces = 0;
  for (let board = 1; board <= boards; board += 1) {
    await wait(900);
    pieces += 12;
    console.log(`board ${board}: ${pieces} pieces so far`);
  }
  return pieces;
}
