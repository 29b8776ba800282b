import { setTimeout as sleep } from 'node:timers/promises';
import {
  type LeaseId,
  limits,
  type ProblemPost,
  type ProjectTrialFound,
  type ProjectTrialPhase,
  type ProjectTrialPhaseName,
} from '@assay/contract';
import type { ServiceClient } from '../connection/serviceClient.ts';
import type { ProgressLog } from '../logs/progressLog.ts';

/** Changes gather this long: a person watches. */
const gatherMs = 250;

/**
 * How a trial stands, sent as a whole whenever it changes: its phases, and the newest part of its log. Texts arrive
 * masked.
 */
export class TrialReport implements ProgressLog {
  readonly #client: Pick<ServiceClient, 'reportTrial'>;
  readonly #lease: LeaseId;
  readonly #signal: AbortSignal;
  readonly #onLost: (error: unknown) => void;
  readonly #phases: (ProjectTrialPhase & { began: number })[] = [];
  #log = '';
  #sending: Promise<void> | null = null;
  #isStale = false;

  constructor(options: {
    client: Pick<ServiceClient, 'reportTrial'>;
    lease: LeaseId;
    signal: AbortSignal;
    /** The service does not take reports of this trial any more. */
    onLost: (error: unknown) => void;
  }) {
    this.#client = options.client;
    this.#lease = options.lease;
    this.#signal = options.signal;
    this.#onLost = options.onLost;
  }

  write(text: string): void {
    if (text === '') return;
    const whole = this.#log + text;
    const { log: most } = limits.projectTrial;
    // From a line on, where there is one.
    const cut = whole.length <= most ? 0 : whole.indexOf('\n', whole.length - most) + 1 || whole.length - most;
    this.#log = whole.slice(cut);
    this.#changed();
  }

  line(text: string): void {
    this.write(`${text}\n`);
  }

  phase(name: ProjectTrialPhaseName): void {
    this.#endPhase();
    this.#phases.push({ name, startedAt: new Date().toISOString(), durationMs: null, began: performance.now() });
    this.#changed();
  }

  /** Ends the trial at the service. */
  async end(outcome: { found: ProjectTrialFound } | { problem: ProblemPost }, signal: AbortSignal): Promise<void> {
    // A phase that failed has no duration of its own: it was not finished.
    if ('found' in outcome) this.#endPhase();
    this.#isStale = false;
    await this.#sending;
    await this.#client.reportTrial(this.#lease, { ...this.#current(), ...outcome }, signal);
  }

  #endPhase(): void {
    const last = this.#phases.at(-1);
    if (last && last.durationMs === null) last.durationMs = Math.round(performance.now() - last.began);
  }

  #current() {
    const phases = this.#phases.map(({ began: _, ...phase }) => phase);
    return { phases, log: this.#log, found: null, problem: null };
  }

  #changed(): void {
    this.#isStale = true;
    this.#sending ??= this.#send();
  }

  async #send(): Promise<void> {
    try {
      while (this.#isStale && !this.#signal.aborted) {
        await sleep(gatherMs, undefined, { signal: this.#signal });
        if (!this.#isStale) return;
        this.#isStale = false;
        await this.#client.reportTrial(this.#lease, this.#current(), this.#signal);
      }
    } catch (error) {
      if (!this.#signal.aborted) this.#onLost(error);
    } finally {
      this.#sending = null;
    }
  }
}
