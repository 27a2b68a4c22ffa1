import type { Operation } from '#contract/language/operation.ts'
import { permissions } from '#contract/language/permissions.ts'
import { openWindows } from './authorise.queries.ts'
import type { Db } from '#server/db/db.ts'
import type { Caller, CallerSchool, Scope, ScopeAcross, ScopeOnPlatform } from './caller.ts'

/** The keys of the platform in a school with an open support window: every View key. */
const viewKeys = permissions.flatMap(({ key, scope }) => (scope !== 'app' && key.startsWith('View') ? [key] : []))

/** Adds to the caller's schools those whose support window is open now. There the caller may only read (api.md §3.4). */
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

/** The caller as a reader through a support window, if the call reads through one. */
export const supporterOf = (scope: Scope | ScopeAcross | ScopeOnPlatform | null) =>
  scope && 'supporter' in scope ? scope.supporter : undefined

/** A named student whose records were read, and their school. */
export type StudentRead = { studentId: string; schoolId: string | null }

type ReadLine = { kind: 'student' | 'row'; targetId: string | null; schoolId: string | null }

/**
 * The audit lines of a read: one for each named student whose records it read, and through a support window one for every row of
 * the answer, also for the students of rows that have their own ids.
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

/** Every row of an answer at any depth, with its own id or the id of its student. */
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
