import type { Db } from '#server/db/db.ts'

/**
 * What students owe the school, for the line "Accounts" of a clearance, which is issued either way; students of a school without fees are missing.
 * The floor of money provides it, so that papers know nothing of fees.
 */
export type AccountsOfStudents = (
  db: Db,
  schoolId: string,
  studentIds: readonly string[],
) => Promise<Map<string, { owed: string; currency: string }>>
