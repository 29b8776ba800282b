import { Binary, type Document, documentOf, int32, type Value } from '../bson/values.ts';
import { mongoError } from '../errors/mongoError.ts';
import { authenticationFailed, ScramConversation, type StoredSecret } from './scram.ts';

export const scramMechanism = 'SCRAM-SHA-256';
/** The database of the only user, as for the first user of a MongoDB. */
const userDatabase = 'admin';

/** The authentication state of a connection. Without a secret everybody may do everything. */
export class Authentication {
  readonly #secret: StoredSecret | undefined;
  #conversation: ScramConversation | undefined;
  #step: 'none' | 'started' | 'proven' | 'done' = 'none';
  #skipEmptyExchange = false;

  constructor(secret: StoredSecret | undefined) {
    this.#secret = secret;
  }

  /** Whether commands on data are allowed. */
  get isGranted(): boolean {
    return this.#secret === undefined || this.#step === 'done';
  }

  /** saslStart: `{ mechanism, payload, options: { skipEmptyExchange } }` */
  start(database: string, request: Document): Document {
    this.#step = 'none';
    const mechanism = request.get('mechanism');
    if (mechanism !== scramMechanism) {
      throw mongoError(
        'MechanismUnavailable',
        `Received authentication for mechanism ${String(mechanism)} which is not enabled`,
      );
    }
    if (this.#secret === undefined || database !== userDatabase) throw authenticationFailed();
    const options = request.get('options');
    this.#skipEmptyExchange = options instanceof Map && options.get('skipEmptyExchange') === true;
    this.#conversation = new ScramConversation(this.#secret);
    const reply = this.#conversation.first(payloadOf(request));
    this.#step = 'started';
    return replyOf(reply, false);
  }

  /** saslContinue: the proof, followed by an empty exchange unless the client asked to skip it. */
  continue(request: Document): Document {
    const step = this.#step;
    const conversation = this.#conversation;
    if (step === 'proven') {
      this.#step = 'done';
      return replyOf('', true);
    }
    this.#step = 'none';
    if (step !== 'started' || conversation === undefined) {
      throw mongoError('ProtocolError', 'No SASL session state found');
    }
    const reply = conversation.final(payloadOf(request));
    this.#step = this.#skipEmptyExchange ? 'done' : 'proven';
    return replyOf(reply, this.#skipEmptyExchange);
  }

  /** The answer to `saslSupportedMechs` in a handshake. */
  mechanismsFor(user: Value | undefined): Value[] | undefined {
    return typeof user === 'string' && this.#secret !== undefined ? [scramMechanism] : undefined;
  }

  /** The first exchange, sent ahead in a handshake; undefined makes the client start over in the regular way. */
  startAhead(request: Value | undefined): Document | undefined {
    if (!(request instanceof Map) || this.#secret === undefined) return undefined;
    const startsWell = request.get('mechanism') === scramMechanism && request.get('db') === userDatabase;
    return startsWell ? this.start(userDatabase, request) : undefined;
  }
}

function payloadOf(request: Document): string {
  const payload = request.get('payload');
  if (payload instanceof Binary) return payload.bytes.toString('utf8');
  if (typeof payload === 'string') return Buffer.from(payload, 'base64').toString('utf8');
  throw authenticationFailed();
}

function replyOf(payload: string, done: boolean): Document {
  return documentOf({ conversationId: int32(1), done, payload: new Binary(0, Buffer.from(payload)) });
}
