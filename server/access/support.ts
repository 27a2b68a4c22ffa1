import type { Operation } from '#contract/language/operation.ts'
import { permissions } from '#contract/language/permissions.ts'
import { openWindows } from './authorise.queries.ts'
import type { Db } from '#server/db/db.ts'
import type { Caller, CallerSchool } from './caller.ts'

/** The keys of the platform in a school that it sees through a support window: every View key. */
const viewKeys = permissions.flatMap(({ key, scope }) => (scope !== 'app' && key.startsWith('View') ? [key] : []))

/** The caller with the schools whose support window is open now; the caller may only read there (api.md §3.4). */
export async function withSupport(db: Db, operation: Operation, caller: Caller | null): Promise<Caller | null> {
  if (!caller || operation.writes || !caller.rights.appKeys.includes('ViewSchoolActionList')) return caller
  const windows = await openWindows(db)
  if (windows.length === 0) return caller

  const { schools } = caller.rights
  const looked = windows.map(({ id, timeZone }): CallerSchool => {
    const own = schools.find((school) => school.id === id)
    const keys = [...new Set([...(own?.keys ?? []), ...viewKeys])]
    return { id, timeZone, active: true, isAdmin: own?.isAdmin ?? false, keys, supported: true }
  })
  const others = schools.filter(({ id }) => !looked.some((school) => school.id === id))
  return { ...caller, rights: { ...caller.rights, schools: [...others, ...looked] } }
}

/** Every row of an answer, at any depth: whose it is, by its id or by its student's. */
export function rowsIn(answer: unknown): { targetId: string | null; schoolId?: string }[] {
  if (Array.isArray(answer)) return answer.flatMap(rowsIn)
  if (typeof answer !== 'object' || answer === null) return []
  const row = answer as Record<string, unknown>
  const targetId = textOf(row.id) ?? textOf(row.studentId) ?? textOf(row.teacherId)
  const within = Object.values(row).filter(Array.isArray).flatMap(rowsIn)
  const schoolId = textOf(row.schoolId)
  return [{ targetId, ...(schoolId && { schoolId }) }, ...within]
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
