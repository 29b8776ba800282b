import { openRecorder } from '@assay/telemetry';
import fastify, { type FastifyInstance } from 'fastify';
import { measureRequests } from '../../packages/api/src/performance/measureRequests.ts';
import type { Figure } from './figures.ts';
import { median } from './samples.ts';

const requests = 4_000;
const rounds = 5;

/** An app with one route that answers at once: nothing else hides what measuring costs. */
async function bareApp(): Promise<FastifyInstance> {
  const app = fastify();
  app.get('/api/things/:id', async () => ({ ok: true }));
  return app;
}

async function measuredApp(): Promise<FastifyInstance> {
  const app = fastify();
  app.decorateRequest('caller', null);
  measureRequests(app, openRecorder({ save: () => Promise.resolve(), log: { warn: () => undefined } }));
  app.get('/api/things/:id', async () => ({ ok: true }));
  return app;
}

/** @returns milliseconds of processor time for a request */
async function costOf(app: FastifyInstance): Promise<number> {
  const before = process.cpuUsage();
  for (let each = 0; each < requests; each += 1) await app.inject({ url: `/api/things/${each}` });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / requests;
}

/** What the cost is compared with: few requests of the api take less processor time. */
const lightRequestMs = 1;

/** What performance records, metrics and counting cost the api for each request. */
export async function measureRecords(): Promise<Figure[]> {
  const [bare, measured] = [await bareApp(), await measuredApp()];
  const costs: { bare: number[]; measured: number[] } = { bare: [], measured: [] };
  // The first round of each only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const [one, other] = [await costOf(bare), await costOf(measured)];
    if (round === 0) continue;
    costs.bare.push(one);
    costs.measured.push(other);
  }
  await Promise.all([bare.close(), measured.close()]);
  const [floor, whole] = [median(costs.bare), median(costs.measured)];
  return [
    {
      name: 'processor time of an empty request, measured',
      unit: 'ms',
      measured: whole,
      floor,
      floorIs: 'the same, not measured',
    },
    {
      name: 'measuring, as a part of a request of 1 ms',
      unit: 'x',
      measured: { p50: Math.max(0, whole.p50 - floor.p50) / lightRequestMs },
      floor: null,
      floorIs: '',
      aim: 0.02,
    },
  ];
}
