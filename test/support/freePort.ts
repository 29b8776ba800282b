import { randomInt } from 'node:crypto';
import { isFree, portsOfServices } from '@assay/ports';

/** Each worker has ports of its own: what was chosen by one is free until its spec listens there, seconds later. */
const width = 125;
const lanes = 48;
const lane = Number(process.env.JEST_WORKER_ID ?? 0) % lanes;
const first = portsOfServices.beyond + lane * width;
let last = randomInt(width);

/** @returns a port of this machine on which nothing listens now; the worker gets it again after all of its others. */
export async function freePort(): Promise<number> {
  for (;;) {
    last = (last + 1) % width;
    const port = first + last;
    if (await isFree(port)) return port;
  }
}
