import { documentLength, MalformedBson, readDocument } from '../bson/readBson.ts';
import { type Document, RawDocument } from '../bson/values.ts';
import { writeDocument } from '../bson/writeBson.ts';
import { MongoError } from '../errors/mongoError.ts';

/** Frames larger than this are refused (MongoDB's maxMessageSizeBytes). */
export const maxMessageBytes = 48_000_000;

const headerBytes = 16;
const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;
const checksumPresentFlag = 1;
const moreToComeFlag = 2;
const exhaustAllowedFlag = 1 << 16;

/** A command as received, in either kind of message. */
export type WireRequest = {
  requestId: number;
  form: 'msg' | 'query';
  /** The database: from the namespace in OP_QUERY, from `$db` in OP_MSG. */
  database: string;
  /** Or the error to return for a message whose frame is valid but whose content is not. */
  command: Document | MongoError;
  /** The client expects no reply (unacknowledged writes). */
  silent: boolean;
  /** The client accepts more replies than it asked for. */
  exhaustAllowed: boolean;
};

/** Parts of commands that stay as bytes: they are stored as received. */
const rawFields: ReadonlySet<string> = new Set(['documents', 'updates', 'deletes']);

/** Parses one whole frame. Throws MalformedBson for anything that is not a well-formed OP_MSG or OP_QUERY. */
export function parseRequest(frame: Buffer): WireRequest {
  const requestId = frame.readInt32LE(4);
  const opCode = frame.readInt32LE(12);
  if (opCode === opMsg) return parseMsg(frame, requestId);
  if (opCode === opQuery) return parseQuery(frame, requestId);
  throw new MalformedBson(`unsupported op code ${opCode}`);
}

function parseMsg(frame: Buffer, requestId: number): WireRequest {
  if (frame.length < headerBytes + 10) throw new MalformedBson('OP_MSG is cut off');
  const flags = frame.readUInt32LE(headerBytes);
  if ((flags & 0xffff & ~(checksumPresentFlag | moreToComeFlag)) !== 0)
    throw new MalformedBson('unknown required flag');
  const end = frame.length - ((flags & checksumPresentFlag) === 0 ? 0 : 4);
  let at = headerBytes + 4;
  let command: Document | MongoError | undefined;
  const sequences: [string, RawDocument[]][] = [];
  while (at < end) {
    const kind = frame[at++];
    if (kind === 0 && command === undefined) {
      const length = documentLength(frame, at, end);
      command = readCommand(frame.subarray(at, at + length));
      at += length;
    } else if (kind === 1) {
      const sequence = parseSequence(frame, at, end);
      sequences.push([sequence.name, sequence.documents]);
      at = sequence.end;
    } else throw new MalformedBson('unknown section kind');
  }
  if (command === undefined) throw new MalformedBson('OP_MSG without a body');
  const silent = (flags & moreToComeFlag) !== 0;
  const exhaustAllowed = (flags & exhaustAllowedFlag) !== 0;
  if (command instanceof MongoError) return { requestId, form: 'msg', database: '', command, silent, exhaustAllowed };
  for (const [name, documents] of sequences) command.set(name, documents);
  return { requestId, form: 'msg', database: String(command.get('$db') ?? ''), command, silent, exhaustAllowed };
}

function readCommand(bytes: Buffer): Document | MongoError {
  try {
    return readDocument(bytes, { raw: rawFields });
  } catch (error) {
    if (error instanceof MongoError) return error;
    throw error;
  }
}

function parseSequence(
  frame: Buffer,
  start: number,
  end: number,
): { name: string; documents: RawDocument[]; end: number } {
  if (start + 4 > end) throw new MalformedBson('section is cut off');
  const sectionEnd = start + frame.readInt32LE(start);
  if (sectionEnd > end || sectionEnd < start + 5) throw new MalformedBson('section length does not fit');
  const nameEnd = frame.indexOf(0, start + 4);
  if (nameEnd < 0 || nameEnd >= sectionEnd) throw new MalformedBson('section without a name');
  const name = frame.toString('utf8', start + 4, nameEnd);
  const documents: RawDocument[] = [];
  let at = nameEnd + 1;
  while (at < sectionEnd) {
    const length = documentLength(frame, at, sectionEnd);
    documents.push(new RawDocument(frame.subarray(at, at + length)));
    at += length;
  }
  return { name, documents, end: sectionEnd };
}

function parseQuery(frame: Buffer, requestId: number): WireRequest {
  const nameEnd = frame.indexOf(0, headerBytes + 4);
  if (nameEnd < 0 || nameEnd + 13 > frame.length) throw new MalformedBson('OP_QUERY is cut off');
  const namespace = frame.toString('utf8', headerBytes + 4, nameEnd);
  const at = nameEnd + 9;
  const length = documentLength(frame, at, frame.length);
  const command = readCommand(frame.subarray(at, at + length));
  const database = namespace.split('.', 1)[0] ?? '';
  return { requestId, form: 'query', database, command, silent: false, exhaustAllowed: false };
}

/** The reply, in the form of the request; `moreToCome` announces another one. */
export function encodeReply(request: WireRequest, replyId: number, reply: Document, moreToCome: boolean): Buffer {
  const body = writeDocument(reply);
  const preamble = request.form === 'msg' ? 5 : 20;
  const frame = Buffer.alloc(headerBytes + preamble + body.length);
  frame.writeInt32LE(frame.length, 0);
  frame.writeInt32LE(replyId, 4);
  frame.writeInt32LE(request.requestId, 8);
  frame.writeInt32LE(request.form === 'msg' ? opMsg : opReply, 12);
  if (moreToCome) frame.writeUInt32LE(moreToComeFlag, headerBytes);
  if (request.form === 'query') frame.writeInt32LE(1, headerBytes + 16);
  body.copy(frame, headerBytes + preamble);
  return frame;
}
