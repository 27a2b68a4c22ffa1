import type { Database } from './database.ts'

/** What a serving process knows from the first one: where the database is, and what only that one can find out. */
export type Known = {
  place: Pick<Database, 'connection' | 'direct' | 'replica' | 'embedded'>
  /** Of all starts on this database. */
  processes: number
  newestBackup: number | null
}

export type ToServing =
  | ({ is: 'known' } & Known)
  /** Not ready any more; then: close, and end. */
  | { is: 'ending' }
  | { is: 'close' }
  | { is: 'figures'; of: number; text: string }

export type FromServing =
  /** It runs, and can be given what it has to know. */
  { is: 'here' } | { is: 'serving' } | { is: 'cannot start'; sentence: string } | { is: 'figures wanted'; of: number }
