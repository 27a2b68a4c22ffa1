import type { Db } from '#server/db/db.ts'

/** What schools have waiting for a phone number. The floor of people provides it, so that accounts know nothing of parents and teachers. */
export type WaitingInvitations = {
  /** Links a new account to the students to whose parents the number was invited. `by` is what the audit says of it. */
  take: (
    db: Db,
    person: { id: string; phoneNumber: string },
    by: { operation: string; requestId: string },
  ) => Promise<void>
  /** Asks the person in the inbox about each school that invited the number to teach or to a role. */
  offer: (db: Db, personId: string, phoneNumber: string) => Promise<void>
}
