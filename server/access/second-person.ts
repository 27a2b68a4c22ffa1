import { forbidden } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { areTwo, type Holding } from './second-person.queries.ts'

/** Refuses the second person of a rule of two if one of them, or somebody behind both, gave the right lately. */
export async function mustBeTwo(db: Db, one: Holding, other: Holding) {
  if (!(await areTwo(db, one, other)))
    throw forbidden(
      'Somebody involved gave this right less than 72 hours ago, so another person or the operator has to confirm',
    )
}

export const newStaff = () =>
  forbidden('You have this right for less than 72 hours, so you cannot remove rights that others had before')
