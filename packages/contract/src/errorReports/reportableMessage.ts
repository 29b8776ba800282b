/** What engines say about code, in V8, Firefox and Safari: they quote identifiers, and no values. */
const engineMessages = [
  /^Cannot (?:read|set) properties of (?:undefined|null)(?: \((?:reading|setting) '[A-Za-z_$]{1,40}'\))?$/,
  /^[\w$.]{1,60} is not (?:a function|a constructor|defined|iterable)$/,
  /^(?:can't access property "[A-Za-z_$]{1,40}", )?[\w$.]{1,60} is (?:undefined|null)$/,
  /^(?:undefined|null) is not an object \(evaluating '[\w$.?]{1,60}'\)$/,
  /^Cannot access '[\w$]{1,60}' before initialization$/,
  /^(?:Maximum call stack size exceeded|too much recursion|Invalid array length|Invalid string length)\.?$/,
  /^Assignment to constant variable\.$/,
];
const engineErrors = new Set(['TypeError', 'ReferenceError', 'RangeError', 'InternalError']);
const ofReact = /^Minified React error #\d+/;

/**
 * @returns what an error report may have of a message: those of engines about code, and the number of an error of React.
 * Any other may contain what people entered or own.
 */
export function reportableMessage(type: string, message: string): string {
  const number = ofReact.exec(message);
  if (number) return number[0];
  if (engineErrors.has(type) && engineMessages.some((pattern) => pattern.test(message))) return message;
  return '(not sent)';
}
