import { createStream } from 'rotating-file-stream';

/** Of each process: the newest file and five older ones. */
const limits = { size: '10M', rotate: 5 } as const;

/** What a process prints, in a file that is followed by another one when it is full. */
export type KeptOutput = { line(text: string): void; close(): Promise<void> };

/**
 * @param folder created if missing
 * @param name of the process; its files are `<name>.log`, `<name>.log.1` and so on, older with each number
 * @param onError called once when a file cannot be written; nothing is kept from then on
 */
export function keepOutput(folder: string, name: string, onError: (error: Error) => void): KeptOutput {
  const file = createStream(`${name.replaceAll(' ', '-')}.log`, { ...limits, path: folder, mode: 0o600 });
  const closed = new Promise<void>((resolve) => {
    file.once('close', resolve);
  });
  file.once('error', onError);
  file.on('error', () => undefined);
  return {
    line: (text) => {
      if (file.writable) file.write(`${text}\n`);
    },
    close: async () => {
      if (file.writable) file.end();
      await closed;
    },
  };
}
