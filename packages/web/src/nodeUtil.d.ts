// The tests' set-up is the only file of the client that uses Node.
declare module 'node:util' {
  export const TextDecoder: typeof globalThis.TextDecoder;
  export const TextEncoder: typeof globalThis.TextEncoder;
}
