import type { TriggerCause, TriggerId, TriggerSlotId } from '@assay/contract';
import type {
  TriggerSlotEvent,
  TriggerSlotFired,
  TriggerSlotMissed,
  TriggerSlotQueued,
  TriggerSlotSettling,
  TriggerSlotSkipped,
} from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';

export type TriggerSlotState =
  | { status: 'none' }
  | { status: 'settling' | 'queued' | 'fired' | 'refused' | 'skipped' | 'superseded' | 'missed' };

/** @returns whether the occasion still waits for its decision */
export function isSlotOpen({ status }: TriggerSlotState): boolean {
  return status === 'none' || status === 'settling' || status === 'queued';
}

/** What is known of a slot beforehand. */
export type TriggerSlotFacts = {
  triggerSlotId: TriggerSlotId;
  triggerId: TriggerId;
  cause: TriggerCause;
  dueAt: string;
};

export type TriggerSlotCommand =
  | ({ type: 'settleSlot' } & TriggerSlotSettling)
  | ({ type: 'queueSlot' } & TriggerSlotQueued)
  | ({ type: 'fireSlot' } & TriggerSlotFired)
  | ({ type: 'refuseSlot'; message: string } & TriggerSlotFacts)
  | ({ type: 'skipSlot' } & TriggerSlotSkipped)
  | ({ type: 'supersedeSlot' } & TriggerSlotFacts)
  | ({ type: 'missSlot' } & TriggerSlotMissed);

/**
 * One occasion on which a trigger is due: an instant of its schedule, a deploy, or a Run Now request. It has one
 * stream, so it is decided once, however many processes see it. Commands that contradict an earlier decision decide on
 * no events.
 */
export const triggerSlotDecider: Decider<TriggerSlotState, TriggerSlotCommand, TriggerSlotEvent> = {
  category: 'triggerSlot',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    const isNew = state.status === 'none';
    const waits = state.status === 'settling' || state.status === 'queued';
    switch (command.type) {
      case 'settleSlot': {
        const { type: _, ...data } = command;
        return isNew ? [{ type: 'TriggerSlotSettling', data }] : [];
      }
      case 'queueSlot': {
        const { type: _, ...data } = command;
        return isNew || state.status === 'settling' ? [{ type: 'TriggerSlotQueued', data }] : [];
      }
      case 'fireSlot': {
        const { type: _, ...data } = command;
        return isNew || waits ? [{ type: 'TriggerSlotFired', data }] : [];
      }
      case 'refuseSlot': {
        const { type: _, ...data } = command;
        return state.status === 'fired' ? [{ type: 'TriggerSlotRefused', data }] : [];
      }
      case 'skipSlot': {
        const { type: _, ...data } = command;
        return isNew || waits ? [{ type: 'TriggerSlotSkipped', data }] : [];
      }
      case 'supersedeSlot': {
        const { type: _, ...data } = command;
        return waits ? [{ type: 'TriggerSlotSuperseded', data }] : [];
      }
      case 'missSlot': {
        const { type: _, ...data } = command;
        return isNew || waits ? [{ type: 'TriggerSlotMissed', data }] : [];
      }
      default:
        return never(command);
    }
  },
  evolve: (_state, event) => {
    switch (event.type) {
      case 'TriggerSlotSettling':
        return { status: 'settling' };
      case 'TriggerSlotQueued':
        return { status: 'queued' };
      case 'TriggerSlotFired':
        return { status: 'fired' };
      case 'TriggerSlotRefused':
        return { status: 'refused' };
      case 'TriggerSlotSkipped':
        return { status: 'skipped' };
      case 'TriggerSlotSuperseded':
        return { status: 'superseded' };
      case 'TriggerSlotMissed':
        return { status: 'missed' };
      default:
        return never(event);
    }
  },
};
