import { setTimeout as wait } from 'node:timers/promises';

/** Free from 50 €, otherwise by zone. */
export function fee(total, zone) {
  if (total >= 5000) return 0;
  return { town: 290, country: 490, abroad: 1490 }[zone];
}

/** A courier needs about a second, at random. */
export async function deliver() {
  const minutes = 400 + Math.random() * 800;
  await wait(minutes);
  return Math.round(minutes);
}
