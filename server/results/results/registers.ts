import { type RegisterColumn, registerOrders } from '#contract/results/results/register-columns.ts'
import { resultRegisters } from '#contract/results/results/registers.ts'
import { changedMeanwhile } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { storedRegister, storeRegister } from './registers.queries.ts'

/** The columns that a school has chosen, else those that were published for its country. */
export async function registerOf(db: Db, schoolId: string) {
  const { columns, version } = (await storedRegister<RegisterColumn>(db, schoolId)) ?? {
    columns: registerOrders[0]!.columns,
    version: 1,
  }
  return { schoolId, columns: [...columns], version }
}

export const resultRegisterOperations = implement(resultRegisters, {
  get: ({ db, school }) => registerOf(db, school.id),

  async save({ db, school, input: { columns, baseVersion } }) {
    const before = await registerOf(db, school.id)
    if (!(await storeRegister(db, school.id, [...new Set(columns)], baseVersion ?? null)))
      throw changedMeanwhile({ current: before })
    return registerOf(db, school.id)
  },
})
