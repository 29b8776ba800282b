import type { AgentId, TestRunnerId } from '@assay/contract';
import { runnerIdOf } from './runnerId.ts';
import type { WorkSeatRow } from './workRows.ts';

/** A seat held by a slot of an agent. */
export type HeldSeat = WorkSeatRow & { agentId: AgentId; slot: number };

export function isHeld(seat: WorkSeatRow): seat is HeldSeat {
  return seat.agentId !== null && seat.slot !== null;
}

/** @returns the id of the runner that holds a seat. */
export function runnerAt({ testRunId, agentId, slot, stopped }: HeldSeat): TestRunnerId {
  return runnerIdOf(testRunId, agentId, slot, stopped);
}
