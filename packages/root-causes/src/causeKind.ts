import type { CauseKind } from '@assay/contract';

const environment =
  /\b(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOSPC|ENOMEM|EMFILE|ENFILE|EROFS|EDQUOT|ERR_CONNECTION_\w{1,30}|ERR_NAME_NOT_RESOLVED|ERR_ADDRESS_UNREACHABLE|ERR_INTERNET_DISCONNECTED|UnknownHostException|OutOfMemoryError|MemoryError)\b|\b(?:connection refused|connection reset|no route to host|no such host|name or service not known|temporary failure in name resolution|could not resolve host|network is unreachable|actively refused|no space left on device|disk quota exceeded|out of memory|cannot allocate memory|unable to allocate|heap limit|too many open files|read-only file system|agent (?:was )?lost)\b/i;
const data =
  /\b(?:duplicate key|unique (?:index|key|constraint)|UniqueViolation|UniqueConstraint\w{0,40}|DuplicateKey\w{0,40}|E11000|duplicate entry|foreign key (?:constraint|violation|mismatch)|ForeignKeyViolation|violates foreign key|integrity constraint|no rows in result set|matching query does not exist|missing seed)\b/i;
const notLoaded =
  /\b(?:Cannot find (?:module|package)|ModuleNotFoundError|No module named|ImportError|Failed to load url|Failed to resolve import|ERR_MODULE_NOT_FOUND|cannot load such file|LoadError|cannot import name)\b|\bfixture ['"][^'"]{1,100}['"] not found|\bno step definition\b|\bundefined step\b/i;
const missingFile = /\bENOENT\b|\bNo such file or directory\b|\bFileNotFound\w{0,20}\b|\bNoSuchFile\w{0,20}\b/i;
const fileOfTests =
  /['"\s/\\](?:tests?|specs?|__tests__|fixtures?|testdata|test-data|features|__snapshots__)[/\\][^\s'"]{1,300}/i;
const syntax = /^(?:SyntaxError|IndentationError|TabError|ParseError)$/;

export type KindEvidence = {
  text: string;
  exception: string | null;
  codes: string;
  /** The innermost own frame is of code that is not for tests. */
  inProduct: boolean;
  isAssertion: boolean;
  isTimeout: boolean;
};

/** @returns what is at fault; UNKNOWN when in doubt */
export function causeKind({ text, exception, codes, inProduct, isAssertion, isTimeout }: KindEvidence): CauseKind {
  if (environment.test(text)) return 'ENVIRONMENT';
  if (data.test(text)) return 'DATA';
  if (/\b5\d\d\b/.test(codes)) return 'PRODUCT';
  // A request that is refused may be wrong itself.
  if (/\b4\d\d\b/.test(codes)) return 'UNKNOWN';
  if (!inProduct && notLoaded.test(text)) return 'TEST';
  if (missingFile.test(text)) return !inProduct && fileOfTests.test(text) ? 'TEST' : 'UNKNOWN';
  if (exception !== null && syntax.test(exception) && !inProduct) return 'TEST';
  if (exception !== null && !isAssertion && !isTimeout && inProduct) return 'PRODUCT';
  return 'UNKNOWN';
}
