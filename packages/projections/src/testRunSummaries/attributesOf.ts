/** @returns the attributes of a run; read models may have runs that are older than attributes are. */
export function attributesOf({ attributes }: { attributes?: string[] }): string[] {
  return attributes ?? [];
}
