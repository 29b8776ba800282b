import { Gauge } from 'prom-client';
import type { Api } from '../api.ts';

/** How much waits in the whole installation, read for each scrape. What a store that is away would say is left out. */
export function gaugesOf({ recorder, operations, readModels, stores, blobs }: Api): {
  read(): Promise<void>;
} {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [recorder.registry] });
  const storeUp = new Gauge({
    name: 'assay_store_up',
    help: 'Whether a store answers',
    labelNames: ['store'] as const,
    registers: [recorder.registry],
  });
  const lag = gauge('assay_projection_lag_seconds', 'How long the oldest event that is not projected has waited');
  const units = new Gauge({
    name: 'assay_work_units',
    help: 'Units of work that wait for a runner (ready) or are being worked on (claimed)',
    labelNames: ['state'] as const,
    registers: [recorder.registry],
  });
  const waiting = gauge('assay_outbox_waiting', 'Outgoing messages that wait');
  const age = gauge('assay_outbox_oldest_seconds', 'How long the oldest outgoing message has waited');
  const agents = gauge('assay_agents', 'Runner agents that are running');
  const capacity = gauge('assay_agents_capacity', 'Runners that these agents may run');
  const automation = gauge('assay_automation_up', 'Whether a process runs the automation');
  const deadLetters = gauge('assay_dead_letters', 'Reactions to events that keep failing');
  const failingJobs = gauge('assay_jobs_failing', 'Periodic jobs whose last run failed');

  return {
    read: async () => {
      const [{ eventStore, documentStore, lagMilliseconds }, blobStore] = await Promise.all([
        stores.look(),
        blobs.look(),
      ]);
      storeUp.set({ store: 'eventStore' }, eventStore === 'ok' ? 1 : 0);
      storeUp.set({ store: 'documentStore' }, documentStore === 'ok' ? 1 : 0);
      storeUp.set({ store: 'blobs' }, blobStore === 'ok' ? 1 : 0);
      if (lagMilliseconds !== null) lag.set(lagMilliseconds / 1_000);
      if (documentStore !== 'ok') return;
      const [work, outbox, running, isAutomated, failing, jobs] = await Promise.all([
        operations.workQueue.depth(),
        operations.outbox.depth(),
        readModels.runningAgents(),
        operations.processLeases.isHeld('automation'),
        readModels.setAsideReactionCount(),
        operations.scheduledJobs.list(),
      ]);
      units.set({ state: 'ready' }, work.ready);
      units.set({ state: 'claimed' }, work.claimed);
      waiting.set(outbox.waiting);
      age.set(outbox.oldest ? Math.max(0, Date.now() - outbox.oldest.getTime()) / 1_000 : 0);
      agents.set(running.running);
      capacity.set(running.capacity);
      automation.set(isAutomated ? 1 : 0);
      deadLetters.set(failing);
      failingJobs.set(jobs.filter(({ enabled, lastError }) => enabled && lastError !== null).length);
    },
  };
}
