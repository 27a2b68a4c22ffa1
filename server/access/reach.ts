import type { AnySchool, InSchool } from '#contract/language/access.ts'
import { type Across, type Reach, wholeSchool } from '#server/db/reach.ts'

/** Class reach: the whole school if the caller has a key for that, else the classes they supervise or teach. */
export const reachOf = (access: InSchool | AnySchool, personId: string, { keys }: SchoolKeys): Reach =>
  !access.rows.includes('classReach') || access.widenedBy.some((key) => keys.includes(key))
    ? wholeSchool
    : { of: 'classes', personId }

/** The schools in which a person has a key (as a whole or only their classes), and their children. */
export function reachAcross(access: AnySchool, personId: string, open: SchoolKeys[], own: OwnChild[]): Across {
  const whole = open.filter((school) => reachOf(access, personId, school).of === 'school').map(({ id }) => id)
  const bound = open.map(({ id }) => id).filter((id) => !whole.includes(id))
  return {
    of: 'several',
    all: [...new Set([...open.map(({ id }) => id), ...own.map(({ schoolId }) => schoolId)])],
    schools: whole,
    classes: { personId, schools: bound },
    studentIds: own.map(({ id }) => id),
  }
}

type OwnChild = { id: string; schoolId: string }

/** A school the person belongs to, with their keys there. */
type SchoolKeys = { id: string; keys: readonly string[] }
