import { outgoingBytes } from '../connection/waitingBytes.ts';

const bytesPerMegabyte = 1024 * 1024;

/**
 * A batch ends once it holds this many bytes of documents; the last document may exceed it. 16 MB plus one document fit
 * in a message. While slow clients leave many replies unread, batches are small.
 */
export function batchBytes(): number {
  return outgoingBytes.tooMuch ? bytesPerMegabyte / 2 : 15 * bytesPerMegabyte;
}
