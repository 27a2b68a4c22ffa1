import type { Holder } from '#server/access/may.ts'
import type { Db } from '#server/db/db.ts'
import { fold } from '#contract/language/fold.ts'
import { givableRoles, givenBy } from '#server/people/teachers/invited-roles.rules.ts'
import { hasKeysOfTeacher } from '#server/people/teachers/teachers.rules.ts'
import { doubts } from '#server/exchange/imports/check/agreement.queries.ts'
import { ownNumberOf } from '#server/exchange/imports/check/names.queries.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'
import { mayBeOnePerson } from './same-person.ts'
import { tableGround } from './courses.queries.ts'
import { type RowPlan, rowsPlanned, type PlannedCourse } from './plans.queries.ts'
import { invitationsKnown, type KnownTeacher, teachersKnown, type KnownInvitation } from './staff.queries.ts'

/** An import of staff, and the person who makes it. */
type TableImport = { importId: string; schoolId: string; by: Holder }

/** What will happen to a row. */
export type DecidedRow = {
  row: number
  outcome: 'add' | 'change' | 'same' | 'problem'
  problems: { position: number | null; reason: string }[]
  /** The teacher or the invitation that is meant only if somebody decides so, because the name is another. */
  doubted?: string
}

export type SoundRow = Awaited<ReturnType<typeof rowsPlanned>>[number] & { plan: RowPlan }
/** A row together with what will be done for it. */
export type CourseRow = DecidedRow & { course: NonNullable<RowPlan['course']> }
export type PersonRow = DecidedRow & {
  person: NonNullable<RowPlan['person']>
  /** A person who is already known, or the first row of the same person. */
  of: { teacherId: string } | { invitationId: string } | { row: number } | null
  added: PlannedCourse[]
}

export const sound = (row: number, outcome: DecidedRow['outcome']): DecidedRow => ({ row, outcome, problems: [] })
export const refusedRow = (row: number, reason: string): DecidedRow => ({
  row,
  outcome: 'problem',
  problems: [{ position: null, reason }],
})

/** The rows of an import of courses. Courses that the school already has stay unchanged. */
export async function decideCourses(db: Db, table: ImportKey): Promise<(DecidedRow | CourseRow)[]> {
  const known = new Set(
    (await tableGround(db, table.schoolId)).courses.map(({ languageId, key }) => `${languageId} ${key}`),
  )
  const first = new Map<string, number>()
  return eachSound(db, table, ({ row, plan: { course } }) => {
    const key = `${course!.languageId} ${course!.key}`
    if (known.has(key)) return sound(row, 'same')
    const other = first.get(key)
    if (other !== undefined) return refusedRow(row, `This course is already in row ${other}`)
    first.set(key, row)
    return { ...sound(row, 'add'), course: course! }
  })
}

/** The rows of an import of staff. Several rows may name the same person, each with more of what they teach. */
export async function decideStaff(db: Db, { importId, schoolId, by }: TableImport) {
  const mayGive = await givableBy(db, by, schoolId)
  const ownPhone = await ownNumberOf(db, by.id)
  const mayTeach = await hasKeysOfTeacher(db, by, schoolId)
  const teachers = await teachersKnown(db, schoolId)
  const invited = await invitationsKnown(db, schoolId)
  const met = new Map<string, Met>()
  return eachSound(db, { schoolId, id: importId }, ({ row, sameAs, plan: { person } }): DecidedRow | PersonRow => {
    const { phone, email, name, roleId = null, teaching } = person!
    const found = personFound(person!, teachers, invited)
    if (found === 'several') return refusedRow(row, 'More than one teacher has this name; give the phone number')
    if (found && found.id !== sameAs && !mayBeOnePerson(name, found.name))
      return { ...refusedRow(row, doubts.ofPhone), doubted: found.id }
    const refusal = refusalOf(person!, found, { mayGive, mayTeach, ownPhone })
    if (refusal) return refusedRow(row, refusal)

    const key = found?.id ?? phone ?? email?.toLowerCase() ?? `name ${fold(name!)}`
    const before = met.get(key)
    const contradiction = contradictionOf(person!, found, before)
    if (contradiction) return refusedRow(row, contradiction)
    const present = taughtAlready(found, before)
    const added = teaching.filter((one) => !present.some((other) => isSame(one, other)))
    const first = before ?? { row, name, roleId, teaching: [] }
    met.set(key, {
      row: first.row,
      name: first.name ?? name,
      roleId: first.roleId ?? roleId,
      teaching: [...first.teaching, ...added],
    })
    const ofFile = before ? { row: before.row } : null
    const of = found ? found.of : ofFile
    const outcomeOfKnown = added.length > 0 ? 'change' : 'same'
    return {
      ...sound(row, of === null ? 'add' : outcomeOfKnown),
      person: { name, phone, email, roleId, teaching },
      of,
      added,
    }
  })
}

/** A person of earlier rows. */
type Met = { row: number; name: string | null; roleId: string | null; teaching: PlannedCourse[] }
type Found = Exclude<ReturnType<typeof personFound>, 'several'>
type Rights = { mayGive: (roleId: string) => boolean; mayTeach: boolean; ownPhone: string | null }

const taughtAlready = (found: Found, before: Met | undefined) => [
  ...(found?.teaching ?? []),
  ...(before?.teaching ?? []),
]

/** Why nothing can be done for a row, whatever stands in the others. */
function refusalOf(
  { name, phone, email, roleId = null }: NonNullable<RowPlan['person']>,
  found: Found,
  { mayGive, mayTeach, ownPhone }: Rights,
) {
  // Who is known by name alone waits until somebody adds a number.
  if (!found && !phone && !email && !name) return 'Give a phone number or an e-mail address'
  if (found && roleId) return 'This person is here already; give roles under rights'
  if (roleId && !mayGive(roleId)) return 'You cannot grant what you do not hold'
  if (phone === ownPhone && roleId) return 'You cannot change your own rights'
  return phone === ownPhone && !mayTeach ? 'You cannot grant what you do not hold' : null
}

/** In what a row contradicts earlier ones, or what is known of the person. */
function contradictionOf(
  { name, roleId = null, teaching }: NonNullable<RowPlan['person']>,
  found: Found,
  before: Met | undefined,
) {
  if (before && !found && !mayBeOnePerson(name, before.name))
    return `This phone number or address has another name in row ${before.row}`
  // An invitation is either for one role or for teaching (decision 055).
  if (before && roleId && roleId !== before.roleId) return 'This person is here already; give roles under rights'
  return teaching.length > 0 && (before?.roleId ?? found?.roleId) ? 'Only a teacher is given courses' : null
}

/** The roles that a person may give in a school. */
async function givableBy(db: Db, person: Holder, schoolId: string) {
  const mayGive = givenBy(person, schoolId)
  const roles = await givableRoles(db, schoolId)
  const givable = new Set(roles.filter(({ keys }) => mayGive(keys)).map(({ id }) => id))
  return (roleId: string) => givable.has(roleId)
}

/** Decides for every row with a plan; rows that cannot be read keep their faults. */
export async function eachSound<One extends DecidedRow>(
  db: Db,
  key: ImportKey,
  decide: (row: SoundRow) => DecidedRow | One,
) {
  const rows = await rowsPlanned(db, key)
  return rows.map(({ row, plan, sameAs, faults }): DecidedRow | One =>
    faults.length > 0 || !plan ? { row, outcome: 'problem', problems: faults } : decide({ row, plan, sameAs, faults }),
  )
}

/** A planned course without a class already exists if it is taught in any class. */
const isSame = (one: PlannedCourse, other: PlannedCourse) =>
  one.courseId === other.courseId && (one.classRoomId === null || one.classRoomId === other.classRoomId)

/** The person of a row: by phone number or address, or by a name that nobody else has. */
function personFound(
  { phone, email, name }: NonNullable<RowPlan['person']>,
  teachers: KnownTeacher[],
  invited: KnownInvitation[],
) {
  const address = email?.toLowerCase()
  const teacher = teachers.find((one) => (phone ? one.phone === phone : address !== undefined && one.email === address))
  if (teacher) return ofTeacher(teacher)
  const waiting = invited.find((one) => (phone ? one.phone === phone : address !== undefined && one.email === address))
  if (waiting) return ofWaiting(waiting)
  if (phone || address || !name) return null
  const key = fold(name)
  const named = [
    ...teachers.filter((one) => one.key === key).map(ofTeacher),
    ...invited.filter((one) => one.key === key).map(ofWaiting),
  ]
  return named.length > 1 ? 'several' : (named[0] ?? null)
}

const ofTeacher = ({ id, key, teaching }: KnownTeacher) => ({
  id,
  name: key,
  of: { teacherId: id },
  roleId: null,
  teaching,
})

const ofWaiting = ({ id, key, roleId, teaching }: KnownInvitation) => ({
  id,
  name: key,
  of: { invitationId: id },
  roleId,
  teaching,
})
