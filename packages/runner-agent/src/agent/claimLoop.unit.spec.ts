import type { LeaseId } from '@assay/contract';
import type { AssignedUnit } from '../connection/assignedWork.ts';
import { ClaimLoop } from './claimLoop.ts';

type Claim = { slots: number[]; answer: (units: AssignedUnit[]) => void };

/** A claim loop whose claims are answered, and whose units are ended, by hand. */
function loopByHand(capacity: number) {
  const claims: Claim[] = [];
  const running = new Map<string, () => void>();
  const stopping = new AbortController();
  let idle = false;
  const silent = () => undefined;
  const loop = new ClaimLoop({
    client: { claim: (slots) => new Promise((answer) => claims.push({ slots: [...slots], answer })) },
    units: {
      get leases() {
        return [...running.keys()] as LeaseId[];
      },
      start: ({ leaseId }, onFree) => running.set(leaseId, onFree),
    },
    logger: { info: silent, warn: silent, error: silent },
    capacity,
    room: async () => undefined,
    onUnknownAgent: async () => undefined,
    signal: stopping.signal,
    idle: {
      milliseconds: 0,
      onIdle: () => {
        idle = true;
      },
    },
  });
  /** Lets everything happen that follows from what was done. */
  const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return {
    loop,
    claims,
    settle,
    isIdle: () => idle,
    stop: () => stopping.abort(),
    end: (leaseId: string) => {
      const onFree = running.get(leaseId);
      running.delete(leaseId);
      onFree?.();
    },
  };
}

const unit = (leaseId: string, slot: number) =>
  ({ leaseId: leaseId as LeaseId, slot, tests: [] }) as Partial<AssignedUnit> as AssignedUnit;

describe('an agent that ends without work', () => {
  it('is idle when a claim for all of its slots brings nothing', async () => {
    const { loop, claims, settle, isIdle } = loopByHand(2);
    loop.ask();
    await settle();
    expect(isIdle()).toBe(false);
    claims[0]?.answer([]);
    await settle();
    expect(isIdle()).toBe(true);
    expect(claims).toHaveLength(1);
  });

  it('is not idle while a unit runs, nor while another claim may bring one', async () => {
    const { loop, claims, settle, isIdle, end } = loopByHand(2);
    loop.ask();
    await settle();
    claims[0]?.answer([unit('one', 0)]);
    await settle();
    expect(claims[1]?.slots).toEqual([1]);
    end('one');
    await settle();
    expect(claims[2]?.slots).toEqual([0]);

    claims[1]?.answer([]);
    await settle();
    expect(isIdle()).toBe(false);

    // The last claim brings work after all: the slot that rested is asked for again.
    claims[2]?.answer([unit('two', 0)]);
    await settle();
    expect(claims[3]?.slots).toEqual([1]);
    end('two');
    await settle();
    claims[3]?.answer([]);
    claims[4]?.answer([]);
    await settle();
    expect(isIdle()).toBe(true);
  });
});
