import { createHash } from 'node:crypto'

/**
 * Always the same id for the same words, in the format of a uuid of version 7, so that a test can use the id of a row that it
 * has not read.
 */
export function idOf(...words: (string | number)[]): string {
  const bytes = createHash('sha256').update(words.join(' ')).digest().subarray(0, 16)
  bytes.writeUIntBE(0x019500000000, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Things of one kind, each with an id that is made from its name. */
export function named<Name extends string, Thing extends object>(kind: string, things: Record<Name, Thing>) {
  const entries = Object.entries<Thing>(things).map(([name, thing]) => [name, { id: idOf(kind, name), ...thing }])
  return Object.fromEntries(entries) as Record<Name, Thing & { id: string }>
}

/** A number from 0 to below `limit`. It looks random, but is always the same for the same words. */
export function chance(limit: number, ...words: (string | number)[]): number {
  return createHash('sha256').update(words.join(' ')).digest().readUInt32BE() % limit
}
