import type { PeopleOfDemo } from '#server/platform/identity/demo.ts'
import type { Database } from './database.ts'

/** What a serving process gets from the first one: where the database is, and what only the first one can know. */
export type Known = {
  place: Pick<Database, 'connection' | 'direct' | 'replica' | 'embedded'>
  /** The number of processes of all starts on this database. */
  processes: number
  newestBackup: number | null
  demo: PeopleOfDemo | null
  /** Where the gateway of the demo is. */
  demoGateway: string | null
  /** The address of the provider with which its staff sign in. */
  demoProvider: string | null
}

export type ToServing =
  | ({ is: 'known' } & Known)
  /** `ending`: report not ready. `close`: close and end. */
  | { is: 'ending' }
  | { is: 'close' }
  | { is: 'figures'; of: number; text: string }

export type FromServing =
  /** `here`: the process runs and can receive `known`. */
  { is: 'here' } | { is: 'serving' } | { is: 'cannot start'; sentence: string } | { is: 'figures wanted'; of: number }
