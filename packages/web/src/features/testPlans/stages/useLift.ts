import { type KeyboardEvent, useState } from 'react';
import { isSamePlace, movedTo, nextPlace, type Place, type PlanOrder, placeOf } from './planOrder.ts';

/** A stage or suite that was lifted, and the place where it would be dropped. */
export type Lifted = { id: string; by: 'keys' | 'pointer'; from: Place; to: Place };

/** The last thing that was dropped, for whoever does not see it. */
export type Landed = { id: string; by: Lifted['by']; at: Place; moved: boolean };

/**
 * One lifted thing at a time, whatever lifts it: mouse, touch or keyboard.
 * @param isFixed whether all stays where it is for now
 * @param onMove is told when something is dropped at another place
 */
export function useLift(order: PlanOrder, isFixed: boolean, onMove: (id: string, to: Place) => void) {
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const [landed, setLanded] = useState<Landed | null>(null);

  function lift(id: string, by: Lifted['by']): void {
    const from = placeOf(order, id);
    if (from === null || isFixed) return;
    setLanded(null);
    setLifted({ id, by, from, to: from });
  }

  function carryTo(to: Place): void {
    if (lifted && !isSamePlace(lifted.to, to)) setLifted({ ...lifted, to });
  }

  function drop(): void {
    if (!lifted) return;
    const { id, by, from, to } = lifted;
    const moved = !isSamePlace(from, to);
    setLifted(null);
    setLanded({ id, by, at: to, moved });
    if (moved) onMove(id, to);
  }

  function putBack(): void {
    if (!lifted) return;
    setLifted(null);
    setLanded({ id: lifted.id, by: lifted.by, at: lifted.from, moved: false });
  }

  /** For the grip of a stage or suite. It keeps the focus while its thing is carried. */
  function onKeyDown(event: KeyboardEvent, id: string): void {
    const isHeld = lifted?.id === id && lifted.by === 'keys';
    if (!isHeld) {
      if (lifted || (event.key !== ' ' && event.key !== 'Enter')) return;
      event.preventDefault();
      lift(id, 'keys');
      return;
    }
    switch (event.key) {
      case ' ':
      case 'Enter':
        drop();
        break;
      case 'Escape':
        putBack();
        break;
      case 'ArrowUp':
      case 'ArrowDown': {
        const next = nextPlace(movedTo(order, id, lifted.to), lifted.to, event.key === 'ArrowUp' ? -1 : 1);
        if (next) carryTo(next);
        break;
      }
      case 'Tab':
        putBack();
        return;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return { lifted, landed, lift, carryTo, drop, putBack, onKeyDown };
}

export type Lift = ReturnType<typeof useLift>;
