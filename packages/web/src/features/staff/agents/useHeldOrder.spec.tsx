import { renderHook } from '@testing-library/react';
import { useHeldOrder } from './useHeldOrder.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));
const idsOf = (shown: readonly { id: string }[]) => shown.map(({ id }) => id).join(' ');

describe('the order of rows', () => {
  it('stays while it is held, with new rows last, and follows the facts again afterwards', () => {
    const { result, rerender } = renderHook(({ ids, isHeld }) => useHeldOrder(rows(...ids), isHeld), {
      initialProps: { ids: ['a', 'b', 'c'], isHeld: false },
    });
    expect(idsOf(result.current)).toBe('a b c');
    rerender({ ids: ['d', 'c', 'b', 'a'], isHeld: true });
    expect(idsOf(result.current)).toBe('a b c d');
    rerender({ ids: ['d', 'c', 'a'], isHeld: true });
    expect(idsOf(result.current)).toBe('a c d');
    rerender({ ids: ['d', 'c', 'a'], isHeld: false });
    expect(idsOf(result.current)).toBe('d c a');
  });
});
