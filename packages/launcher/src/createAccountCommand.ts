import {
  createAccountWithAdmin,
  createFirstEnvironment,
  generatePassword,
  InvalidFields,
  type NewAccount,
  OtherPerson,
  passwordMinLengthOf,
} from '@assay/application';
import { messages, tiers } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { newId } from '@assay/event-log';
import { type CommandContext, CommandError, runCommand } from './operation/command.ts';
import { openRunningStores } from './runningStores.ts';

const usage = `Usage: npm run create-account -- --name NAME --email E-MAIL --first-name NAME --last-name NAME
         [--password PASSWORD] [--staff] [--plan TIER] [--add-person | --set-password]
Creates an account and its administrator in the installation that runs on ASSAY_DATA_DIR (.assay), or in the stores in
EVENTSTORE_URL and MONGODB_URL.
Without --password one is generated and shown. With --staff the user also manages the whole installation: agents and
runners of every account. --plan gives the account a tier from 1 to 4; without it, everything is included.
Somebody who can sign in already is left as they are, and the command fails, unless --add-person makes them the
administrator of the account with the name and password that they have, or --set-password gives them the new password
too, which signs them out everywhere and turns two-factor sign-in off.`;

function required(value: string | undefined, name: string): string {
  if (!value?.trim()) throw new CommandError(`--${name} is missing.\n${usage}`);
  return value.trim();
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  name: text,
  email: text,
  'first-name': text,
  'last-name': text,
  password: text,
  staff: flag,
  plan: text,
  'add-person': flag,
  'set-password': flag,
};

type Given = { [name in keyof typeof options]?: (typeof options)[name] extends typeof flag ? boolean : string };

async function createAccount(values: Given, say: CommandContext<Given>['say']): Promise<void> {
  const email = required(values.email, 'email');
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new CommandError(`--email: ${messages.invalidEmail}`);
  const password = values.password ?? generatePassword(passwordMinLengthOf(process.env));
  const { 'add-person': adds, 'set-password': setsPassword } = values;
  if (adds && (setsPassword || values.password !== undefined)) {
    throw new CommandError('--add-person leaves the password as it is; --set-password sets it.');
  }
  const tier = tiers.find((each) => String(each) === values.plan);
  if (values.plan !== undefined && tier === undefined) throw new CommandError('--plan: a tier from 1 to 4.');
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
  say(`The account ${account.accountName} is there; ${email} signs in to it.`);
  if (values.password === undefined && !adds) say(`Password, shown this once: ${password}`);
}

/** What users can mend is shown without a stack trace. */
function forUsers(error: unknown): unknown {
  if (error instanceof OtherPerson) {
    return new CommandError(`${error.message} See --add-person and --set-password:\n${usage}`);
  }
  const isPlain = error instanceof DomainError || error instanceof InvalidFields || error instanceof RangeError;
  return isPlain ? new CommandError(error.message) : error;
}

await runCommand({
  usage,
  options,
  run: async ({ values, say }) => {
    await createAccount(values, say).catch((error: unknown) => {
      throw forUsers(error);
    });
    return 0;
  },
});
