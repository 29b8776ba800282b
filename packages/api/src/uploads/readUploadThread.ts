import { parentPort } from 'node:worker_threads';
import { readUpload } from './readUpload.ts';
import { type ReadingAnswer, type ReadingOrder, UploadTooLarge } from './uploadReading.ts';

// The thread that reads uploads, one after the other. Unexpected errors end it and reach the service as its error.
async function answer(order: ReadingOrder): Promise<ReadingAnswer> {
  try {
    return { reading: await readUpload(order) };
  } catch (error) {
    if (error instanceof UploadTooLarge) return { tooLarge: error.message };
    throw error;
  }
}

parentPort?.on('message', async (order: ReadingOrder) => parentPort?.postMessage(await answer(order)));
