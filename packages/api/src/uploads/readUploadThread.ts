import { parentPort } from 'node:worker_threads';
import { readUpload } from './readUpload.ts';
import { type ReadingAnswer, type ReadingOrder, UploadTooLarge } from './uploadReading.ts';

// The thread that uploads are read in, one after the other. What goes wrong otherwise ends it, and reaches the service
// as its error.
async function answer(order: ReadingOrder): Promise<ReadingAnswer> {
  try {
    return { reading: await readUpload(order) };
  } catch (error) {
    if (error instanceof UploadTooLarge) return { tooLarge: error.message };
    throw error;
  }
}

parentPort?.on('message', async (order: ReadingOrder) => parentPort?.postMessage(await answer(order)));
