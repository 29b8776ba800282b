import { FrameReader } from './frameReader.ts';
import { maxMessageBytes } from './wireMessages.ts';

function frame(size: number, fill: number): Buffer {
  const bytes = Buffer.alloc(size, fill);
  bytes.writeInt32LE(size, 0);
  return bytes;
}

describe('a frame reader', () => {
  it('finds the frames however the stream is split into chunks', () => {
    const frames = [frame(16, 1), frame(40, 2), frame(1000, 3), frame(17, 4)];
    const stream = Buffer.concat(frames);
    for (const step of [1, 3, 16, 57, 5000]) {
      const reader = new FrameReader();
      const found: Buffer[] = [];
      for (let at = 0; at < stream.length; at += step) {
        reader.push(stream.subarray(at, at + step));
        for (let next = reader.next(); next !== undefined; next = reader.next()) found.push(Buffer.from(next));
      }
      expect(found).toEqual(frames);
    }
  });

  it('refuses impossible message lengths', () => {
    for (const length of [0, 15, -1, maxMessageBytes + 1]) {
      const reader = new FrameReader();
      const bytes = Buffer.alloc(16);
      bytes.writeInt32LE(length, 0);
      reader.push(bytes);
      expect(() => reader.next()).toThrow('message length');
    }
  });
});
