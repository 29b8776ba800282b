import type { Position } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import { trailingCheckpoint } from './trailingCheckpoint.ts';

const at = (commit: number) => `history-${String(commit).padStart(20, '0')}` as Position;

describe('a trailing checkpoint', () => {
  const written: Position[] = [];
  const warned: unknown[] = [];
  const log = { warn: (details: unknown) => void warned.push(details) };
  beforeEach(() => {
    written.length = 0;
    warned.length = 0;
  });

  const write = async (position: Position) => {
    written.push(position);
  };
  const away = async () => {
    throw new Error('the store is away');
  };

  it('is written at once after a pause, and once for many batches in a row', async () => {
    const checkpoint = trailingCheckpoint(write, log);
    await checkpoint.reached(at(1));
    expect(written).toEqual([at(1)]);
    for (let commit = 2; commit <= 9; commit++) void checkpoint.reached(at(commit));
    expect(written).toEqual([at(1)]);
    await eventually(async () => expect(written).toEqual([at(1), at(9)]));
    await checkpoint.reached(at(10));
    await eventually(async () => expect(written).toEqual([at(1), at(9), at(10)]));
  });

  it('is written when its reader stops', async () => {
    const checkpoint = trailingCheckpoint(write, log);
    await checkpoint.reached(at(1));
    void checkpoint.reached(at(2));
    await checkpoint.stop();
    expect(written).toEqual([at(1), at(2)]);
  });

  it('reports an unavailable store to its reader, or else to the log', async () => {
    const checkpoint = trailingCheckpoint(away, log);
    await expect(checkpoint.reached(at(1))).rejects.toThrow('away');
    void checkpoint.reached(at(2));
    expect(warned).toEqual([]);
    await eventually(async () => expect(warned).toHaveLength(1));
    void checkpoint.reached(at(3));
    await checkpoint.stop();
    expect(warned).toHaveLength(2);
  });
});
