import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createAccountWithAdmin, openStores } from '@assay/application';
import { limits, messages } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { pino } from 'pino';
import { readRunning } from './runningFile.ts';

const usage = `Usage: create-account --name NAME --email E-MAIL --first-name NAME --last-name NAME [--password PASSWORD]
                      [--staff] [--plan TIER]
Creates an account and its administrator in the installation that runs on ASSAY_DATA_DIR (.assay), or in the stores in
EVENTSTORE_URL and MONGODB_URL.
Without --password one is generated and shown. With --staff the user also manages the whole installation: agents and
runners of every account. --plan gives the account a tier from 1 to 4; without it, everything is included.`;

class WrongUse extends Error {}

function required(value: string | undefined, name: string): string {
  if (!value?.trim()) throw new WrongUse(`--${name} is missing.\n${usage}`);
  return value.trim();
}

async function storePlaces() {
  const dataDir = process.env.ASSAY_DATA_DIR || '.assay';
  const running = await readRunning(dataDir);
  const eventStoreUrl = process.env.EVENTSTORE_URL || running?.eventStoreUrl;
  const mongoUrl = process.env.MONGODB_URL || running?.mongoUrl;
  if (!eventStoreUrl || !mongoUrl) {
    throw new WrongUse(`Nothing runs on ${dataDir}. Start Assay, or set EVENTSTORE_URL and MONGODB_URL.`);
  }
  return { eventStoreUrl, mongoUrl, dataDir };
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const options = {
    name: text,
    email: text,
    'first-name': text,
    'last-name': text,
    password: text,
    staff: { type: 'boolean' } as const,
    plan: text,
  };
  const { values } = parseArgs({ options });
  const email = required(values.email, 'email');
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new WrongUse(`--email: ${messages.invalidEmail}`);
  const password = values.password ?? randomBytes(12).toString('base64url');
  if (password.length < limits.passwordLength) {
    throw new WrongUse(`--password: at least ${limits.passwordLength} characters.`);
  }
  if (values.plan !== undefined && !/^[1-4]$/.test(values.plan)) throw new WrongUse('--plan: a tier from 1 to 4.');
  const account = {
    accountName: required(values.name, 'name'),
    email,
    firstName: required(values['first-name'], 'first-name'),
    lastName: required(values['last-name'], 'last-name'),
    password,
    staff: values.staff ?? false,
    tier: values.plan === undefined ? undefined : Number(values.plan),
  };
  const stores = await openStores(
    await storePlaces(),
    pino({ level: 'warn' }, pino.destination(2)),
    new AbortController().signal,
  );
  try {
    await createAccountWithAdmin(stores, account);
  } finally {
    await stores.close();
  }
  process.stdout.write(`The account ${account.accountName} is there; ${email} signs in to it.\n`);
  if (values.password === undefined) process.stdout.write(`Password, shown this once: ${password}\n`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const isPlain =
      error instanceof WrongUse || error instanceof DomainError || (error instanceof TypeError && 'code' in error);
    process.stderr.write(`${isPlain ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
    process.exit(1);
  },
);
