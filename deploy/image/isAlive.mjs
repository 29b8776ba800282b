// The health check of the container image: whether the process in it answers, wherever its role listens. An agent has no
// address: it ends when it cannot go on.
import { readFileSync } from 'node:fs';

const { env } = process;
const ports = {
  projector: env.ASSAY_PROJECTOR_METRICS_PORT,
  automation: env.ASSAY_AUTOMATION_METRICS_PORT,
  agent: null,
};

/** The first process is `tini -- node /app/start.mjs ROLE …`. */
const [, role = 'start'] = /start\.mjs\0([^\0]+)/.exec(readFileSync('/proc/1/cmdline', 'utf8')) ?? [];
const port = role in ports ? ports[role] : env.PORT || '3000';
if (port) {
  const answer = await fetch(`http://127.0.0.1:${port}/alive`, { signal: AbortSignal.timeout(4_000) });
  if (!answer.ok) process.exit(1);
}
