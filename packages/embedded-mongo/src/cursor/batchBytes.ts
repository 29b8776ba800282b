import { outgoingBytes } from '../connection/waitingBytes.ts';

const bytesPerMegabyte = 1024 * 1024;

/**
 * A batch ends once it holds this many bytes of documents; the last one may go over. 16 MB and a document's size fit
 * into a message. While slow clients leave many replies standing, batches are small.
 */
export function batchBytes(): number {
  return outgoingBytes.tooMuch ? bytesPerMegabyte / 2 : 15 * bytesPerMegabyte;
}
