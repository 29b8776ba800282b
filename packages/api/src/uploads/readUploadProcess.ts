import { answerOrders } from '../boundedProcesses/boundedProcesses.ts';
import { readUpload } from './readUpload.ts';
import { type ReadingAnswer, type ReadingOrder, UploadTooLarge } from './uploadReading.ts';

// The process that reads uploads, one after the other.
answerOrders(async (order: ReadingOrder): Promise<ReadingAnswer> => {
  try {
    return { reading: await readUpload(order) };
  } catch (error) {
    if (error instanceof UploadTooLarge) return { tooLarge: error.message };
    throw error;
  }
});
