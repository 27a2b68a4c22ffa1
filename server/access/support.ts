import type { Operation } from '#contract/language/operation.ts'
import { permissions } from '#contract/language/permissions.ts'
import { openWindows } from './authorise.queries.ts'
import type { Db } from '#server/db/db.ts'
import type { Caller, CallerSchool, Scope, ScopeAcross, ScopeOnPlatform } from './caller.ts'

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
    return { id, timeZone, active: true, isAdmin: own?.isAdmin ?? false, keys, supported: { own } }
  })
  const others = schools.filter(({ id }) => !looked.some((school) => school.id === id))
  return { ...caller, rights: { ...caller.rights, schools: [...others, ...looked] } }
}

/** The caller as they read through a support window, where a call does that. */
export const supporterOf = (scope: Scope | ScopeAcross | ScopeOnPlatform | null) =>
  scope && 'supporter' in scope ? scope.supporter : undefined

/** A named student whose records were read, and their school. */
export type StudentRead = { studentId: string; schoolId: string | null }

type ReadLine = { kind: 'student' | 'row'; targetId: string | null; schoolId: string | null }

/**
 * What of a call is a line of the audit each: the named students whose records it read, and through a support window every row of the
 * answer, with the students whose rows have ids of their own.
 */
export function readLines(supporter: Caller | undefined, named: StudentRead[], answer: unknown, place: string | null) {
  const students = named.map(
    ({ studentId, schoolId }): ReadLine => ({ kind: 'student', targetId: studentId, schoolId }),
  )
  if (!supporter) return students
  const standing = supporter.rights.schools.flatMap(({ id, supported }) => (supported ? [] : id))
  const rows = rowsIn(answer).map(({ targetId, schoolId = place }): ReadLine => ({ kind: 'row', targetId, schoolId }))
  const listed = new Set(rows.map(({ targetId }) => targetId))
  const others = students.flatMap((one) => (listed.has(one.targetId) ? [] : { ...one, kind: 'row' as const }))
  const through = [...rows, ...others].filter(({ schoolId }) => schoolId === null || !standing.includes(schoolId))
  return [...students, ...through]
}

/** Every row of an answer, at any depth: whose it is, by its id or by its student's. */
function rowsIn(answer: unknown): { targetId: string | null; schoolId?: string }[] {
  if (Array.isArray(answer)) return answer.flatMap(rowsIn)
  if (typeof answer !== 'object' || answer === null) return []
  const row = answer as Record<string, unknown>
  const targetId = textOf(row.id) ?? textOf(row.studentId) ?? textOf(row.teacherId)
  const within = Object.values(row).filter(Array.isArray).flatMap(rowsIn)
  const schoolId = textOf(row.schoolId)
  return [{ targetId, ...(schoolId && { schoolId }) }, ...within]
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
