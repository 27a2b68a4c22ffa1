import { isOfficeRole } from '#contract/platform/roles/built-in-roles.ts'
import { conflict } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { switchedOn } from './office-roles.queries.ts'

type Given = { roleId: string; schoolId?: string | null | undefined }

/** A role of an office may be given only if the school has switched it on. The caller has locked the schools. */
export async function mustBeSwitchedOn(db: Db, given: readonly Given[]) {
  const needed = given.flatMap(({ roleId, schoolId }) =>
    schoolId && isOfficeRole(roleId) ? [{ roleId, schoolId }] : [],
  )
  if (needed.length === 0) return
  const on = await switchedOn(db, needed)
  const isOn = (one: { roleId: string; schoolId: string }) =>
    on.some(({ roleId, schoolId }) => roleId === one.roleId && schoolId === one.schoolId)
  if (!needed.every(isOn)) throw conflict('This school has not switched this role on')
}
