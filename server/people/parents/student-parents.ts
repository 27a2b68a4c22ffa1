import type { OutputOf } from '#contract/language/operation.ts'
import { parentRights, studentParents } from '#contract/people/parents/student-parents.ts'
import type { Permission } from '#contract/language/permissions.ts'
import type { Db } from '#server/db/db.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, forbidden, found, invalid, notFound } from '#server/base/errors.ts'
import { publish } from '#server/outbox/events.ts'
import { implement } from '#server/call/implement.ts'
import { daysFrom } from '#server/base/days.ts'
import { lockUnmerged } from '#server/people/students/merged.rules.ts'
import { formerRightsOf } from './former-rights.queries.ts'
import { settleInvitation } from './invitations.queries.ts'
import { linksParents, linkWithMay } from './student-parents.rules.ts'
import {
  countParents,
  endLink,
  insertLink,
  linkIdOf,
  linkOf,
  parentsOf,
  personToLink,
  relationExists,
} from './student-parents.queries.ts'

/** A link by an id answers with a name, so it counts as a look-up. */
export const studentParentOperations = implement(studentParents, ({ lookUps }: { lookUps: LookUps }) => ({
  async list({ db, user, school, reach, may, input: { studentId, relationId }, page, readsStudent }) {
    readsStudent(studentId)
    const parentId = reach.of === 'children' ? user.id : null
    const reading = { schoolId: school.id, studentId, parentId, seesPhones: linksParents(may) }
    const { rows, total } = await parentsOf(db, reading, relationId ?? null, page)
    return { rows: rows.map(linkWithMay(user, school.id)), total }
  },

  async get({ db, user, school, reach, may, input: { studentId, parentId }, readsStudent }) {
    if (reach.of === 'children' && parentId !== user.id) throw notFound()
    const link = await linkOf(db, { schoolId: school.id, studentId, parentId, seesPhones: linksParents(may) })
    if (!link) throw notFound()
    readsStudent(studentId)
    return linkWithMay(user, school.id)(link)
  },

  async add({ db, user, school, may, audit, input: { parentId, studentId, relationId } }) {
    await lookUps(user.id, [school.id])
    const parent = await personToLink(db, parentId)
    if (!parent || !(await relationExists(db, relationId))) throw notFound()
    mayLink(user.id, parentId, may)

    const at = { schoolId: school.id, studentId, parentId }
    await lockUnmerged(db, school.id, studentId)
    if (await linkIdOf(db, at)) throw conflict('This parent is already linked to this student', { field: 'parentId' })
    await settleInvitation(db, { ...at, phoneNumber: parent.phoneNumber })
    await mustHavePlace(db, school.id, studentId)

    await insertLink(db, { ...at, relationId, consentBy: user.id })
    await audit('person', parentId)
    await publishLinks(db, { schoolId: school.id, actorId: user.id }, [{ studentId, parentId }], true)
    return linkWithMay(user, school.id)((await linkOf(db, { ...at, seesPhones: true }))!)
  },

  async update({ db, user, school, may, audit, input: { parentId, studentId, relationId, baseVersion, ...periods } }) {
    if (Object.values(periods).some((day) => day !== undefined)) mayLink(user.id, parentId, may)
    const at = { schoolId: school.id, studentId, parentId }
    const link = await linkIdOf(db, at)
    if (!link || (relationId && !(await relationExists(db, relationId)))) throw notFound()

    const saved = await edited(db, studentParents.update, {
      table: 'studentParents',
      schoolId: school.id,
      id: link.id,
      baseVersion,
      changes: { relationId, ...periods },
      validate: (stored) => mustBeInOrder({ ...stored, ...given(periods) }),
      read: async () => linkWithMay(user, school.id)(found(await linkOf(db, { ...at, seesPhones: true }))),
    })
    await audit('person', parentId)
    return saved
  },

  formerRights({ db, school, input: { studentId, parentId }, page, readsStudent }) {
    readsStudent(studentId)
    return formerRightsOf(db, { schoolId: school.id, studentId, parentId }, page)
  },

  async remove({ db, user, school, audit, input: { parentId, studentId } }) {
    const changed = await endLink(db, { schoolId: school.id, studentId, parentId }, user.id)
    if (changed === 0) throw notFound()
    await audit('person', parentId)
    await publishLinks(db, { schoolId: school.id, actorId: user.id }, [{ studentId, parentId }], false)
    return { done: true as const, changed }
  },
}))

/** Counts a look-up for the caller in each school that allows look-ups. Throws 429 if there are too many. */
export type LookUps = (personId: string, schoolIds: readonly string[]) => Promise<void>

type Periods = Pick<OutputOf<typeof studentParents.get>, `${(typeof parentRights)[number]}${'From' | 'Until'}`>

/** A right that was removed on its first day, or never given, ends on the day before it began. */
function mustBeInOrder(periods: Periods) {
  for (const right of parentRights) {
    const until = periods[`${right}Until`]
    if (until && until < daysFrom(periods[`${right}From`], -1))
      throw invalid('This date cannot be used', `${right}Until`)
  }
}

/** The fields of a change that were sent, without undefined ones. */
const given = (changes: object) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

/** Callers may link themselves only if they see all students of the school anyway. */
export function mayLink(actorId: string, parentId: string | null, may: (key: Permission) => boolean) {
  if (parentId === actorId && !may('ViewSchoolStudentsList')) throw forbidden('You cannot link yourself')
}

/** Refuses an eleventh parent. The student is locked. */
async function mustHavePlace(db: Db, schoolId: string, studentId: string) {
  if ((await countParents(db, schoolId, studentId)) >= 10) throw conflict('A student has at most 10 parents')
}

type Link = { studentId: string; parentId: string }

/** Notifies the parents whose links in one school were created or ended. */
export async function publishLinks(
  db: Db,
  { schoolId, actorId }: { schoolId: string; actorId: string },
  links: readonly Link[],
  linked: boolean,
) {
  if (links.length > 0) await publish(db, { event: 'parent link', schoolId, actorId, payload: { links, linked } })
}
