import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  createAccountWithAdmin,
  createFirstEnvironment,
  InvalidFields,
  type NewAccount,
  OtherPerson,
} from '@assay/application';
import { messages, tiers } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { newId } from '@assay/event-log';
import { openRunningStores, WrongUse } from './runningStores.ts';

const usage = `Usage: create-account --name NAME --email E-MAIL --first-name NAME --last-name NAME [--password PASSWORD]
                      [--staff] [--plan TIER] [--add-person | --set-password]
Creates an account and its administrator in the installation that runs on ASSAY_DATA_DIR (.assay), or in the stores in
EVENTSTORE_URL and MONGODB_URL.
Without --password one is generated and shown. With --staff the user also manages the whole installation: agents and
runners of every account. --plan gives the account a tier from 1 to 4; without it, everything is included.
Somebody who can sign in already is left as they are, and the command fails, unless --add-person makes them the
administrator of the account with the name and password that they have, or --set-password gives them the new password
too, which signs them out everywhere and turns two-factor sign-in off.`;

function required(value: string | undefined, name: string): string {
  if (!value?.trim()) throw new WrongUse(`--${name} is missing.\n${usage}`);
  return value.trim();
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
    'add-person': { type: 'boolean' } as const,
    'set-password': { type: 'boolean' } as const,
  };
  const { values } = parseArgs({ options });
  const email = required(values.email, 'email');
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new WrongUse(`--email: ${messages.invalidEmail}`);
  const password = values.password ?? randomBytes(12).toString('base64url');
  const { 'add-person': adds, 'set-password': setsPassword } = values;
  if (adds && (setsPassword || values.password !== undefined)) {
    throw new WrongUse('--add-person leaves the password as it is; --set-password sets it.');
  }
  const tier = tiers.find((each) => String(each) === values.plan);
  if (values.plan !== undefined && tier === undefined) throw new WrongUse('--plan: a tier from 1 to 4.');
  const account: NewAccount = {
    accountName: required(values.name, 'name'),
    email,
    firstName: required(values['first-name'], 'first-name'),
    lastName: required(values['last-name'], 'last-name'),
    password,
    staff: values.staff ?? false,
    tier,
    existingPerson: setsPassword ? 'setPassword' : adds ? 'add' : 'refuse',
  };
  const stores = await openRunningStores();
  try {
    const { accountId } = await createAccountWithAdmin(stores, account);
    await createFirstEnvironment(stores, accountId, {
      actor: { kind: 'automation', id: 'createAccount' },
      occurredAt: new Date().toISOString(),
      $correlationId: newId<string>(),
    });
  } finally {
    await stores.close();
  }
  process.stdout.write(`The account ${account.accountName} is there; ${email} signs in to it.\n`);
  if (values.password === undefined && !adds) process.stdout.write(`Password, shown this once: ${password}\n`);
}

function wordsOf(error: unknown): string {
  if (error instanceof OtherPerson) return `${error.message} See --add-person and --set-password:\n${usage}`;
  const isPlain =
    error instanceof WrongUse ||
    error instanceof DomainError ||
    error instanceof InvalidFields ||
    (error instanceof TypeError && 'code' in error);
  if (isPlain) return error.message;
  return String(error instanceof Error ? error.stack : error);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${wordsOf(error)}\n`);
    process.exit(1);
  },
);
