import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { limits, messages } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { pino } from 'pino';
import { createAccountWithAdmin } from './accounts/createAccountWithAdmin.ts';
import { openStores } from './stores/openStores.ts';

const usage = `Usage: create-account --name NAME --email E-MAIL --first-name NAME --last-name NAME [--password PASSWORD]
Makes an account and its administrator, in the stores that EVENTSTORE_URL, MONGODB_URL and ASSAY_DATA_DIR name.
Without --password one is made up and shown.`;

class WrongUse extends Error {}

function required(value: string | undefined, name: string): string {
  if (!value?.trim()) throw new WrongUse(`--${name} is missing.\n${usage}`);
  return value.trim();
}

function store(name: 'EVENTSTORE_URL' | 'MONGODB_URL'): string {
  const value = process.env[name];
  if (!value) throw new WrongUse(`${name} must say where the store is.`);
  return value;
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const options = { name: text, email: text, 'first-name': text, 'last-name': text, password: text };
  const { values } = parseArgs({ options });
  const email = required(values.email, 'email');
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new WrongUse(`--email: ${messages.invalidEmail}`);
  const password = values.password ?? randomBytes(12).toString('base64url');
  if (password.length < limits.passwordLength) {
    throw new WrongUse(`--password: at least ${limits.passwordLength} characters.`);
  }
  const account = {
    accountName: required(values.name, 'name'),
    email,
    firstName: required(values['first-name'], 'first-name'),
    lastName: required(values['last-name'], 'last-name'),
    password,
  };
  const places = {
    eventStoreUrl: store('EVENTSTORE_URL'),
    mongoUrl: store('MONGODB_URL'),
    dataDir: process.env.ASSAY_DATA_DIR || '.assay',
  };
  const stores = await openStores(places, pino({ level: 'warn' }, pino.destination(2)), new AbortController().signal);
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
