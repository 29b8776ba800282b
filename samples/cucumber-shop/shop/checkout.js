import { setTimeout as wait } from 'node:timers/promises';

/** A provider that answers within about a second, at random. */
export async function pay(total, { patience = 1000 } = {}) {
  const answerAfter = 200 + Math.random() * 900;
  await wait(Math.min(answerAfter, patience));
  if (answerAfter > patience) throw new Error(`The payment provider did not answer within ${patience} ms`);
  return { paid: total, receipt: `R-${Date.now()}` };
}

export async function printInvoice(lines) {
  console.log(`printing an invoice of ${lines} lines`);
  await wait(900 * lines);
  console.log('printed');
  return { pages: Math.ceil(lines / 40) };
}
