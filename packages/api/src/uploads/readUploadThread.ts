import { parentPort, workerData } from 'node:worker_threads';
import { readUpload } from './readUpload.ts';
import { type ReadingAnswer, type ReadingOrder, UploadTooLarge } from './uploadReading.ts';

// The thread that an upload is read in. What goes wrong otherwise reaches the service as the thread's error.
async function answer(): Promise<ReadingAnswer> {
  try {
    return { reading: await readUpload(workerData as ReadingOrder) };
  } catch (error) {
    if (error instanceof UploadTooLarge) return { tooLarge: error.message };
    throw error;
  }
}

parentPort?.postMessage(await answer());
