import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { replacements } from '#contract/people/teachers/replacements.ts'
import { mayIn } from '#server/access/may.ts'
import { conflict, found, invalid, notFound } from '#server/base/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { daysFrom } from '#server/base/days.ts'
import { mayTakePost } from '#server/platform/roles/positions.rules.ts'
import { lockSchool } from '#server/db/change-row.ts'
import {
  classesSupervised,
  doReplacement,
  linksToPass,
  planReplacement,
  replacementOf,
  replacementsOf,
  teachersAmong,
  undoReplacement,
  yearBegan,
} from './replacements.queries.ts'
import { mayTeach } from './teachers.rules.ts'

/** One teacher replaces another from a given day (decision 057). */
export const replacementOperations = implement(replacements, {
  plan: (context) => planned(context),

  async replace(context) {
    const { db, user, school, now, audit, input } = context
    await lockSchool(db, school.id)
    const { links, supervised } = await planned(context)
    if (links.length === 0 && supervised.length === 0) throw conflict('This teacher has nothing to pass on')

    const id = await planReplacement(db, { ...input, schoolId: school.id, requestedBy: user.id })
    if (input.fromDay <= school.today) await doReplacement(db, school.id, id, now)
    for (const teacherId of [input.fromTeacherId, input.toTeacherId]) await audit('person', teacherId)
    return withMay(context)(found(await replacementOf(db, school, id)))
  },

  async list(context) {
    const { rows, total } = await replacementsOf(context.db, context.school, context.page)
    return { rows: rows.map(withMay(context)), total }
  },

  async undo({ db, user, school, now, audit, input: { replacementId } }) {
    const { endedAt, fromTeacherId, toTeacherId } = found(await replacementOf(db, school, replacementId))
    if (endedAt !== null) throw notFound()
    if (!(await undoReplacement(db, school.id, replacementId, user.id, now)))
      throw conflict('Later changes stand in the way of undoing this replacement')
    for (const teacherId of [fromTeacherId, toTeacherId]) await audit('person', teacherId)
    return { done: true as const, changed: 1 }
  },
})

/** Checks the teachers and the day. Returns what would be transferred now. */
async function planned({ db, user, school, may, input }: Context<typeof replacements.plan>) {
  const { fromTeacherId, toTeacherId, fromDay } = input
  if (fromTeacherId === toTeacherId) throw invalid('Choose another teacher', 'toTeacherId')
  const there = await teachersAmong(db, school.id, [fromTeacherId, toTeacherId])
  if (!there.has(fromTeacherId)) throw invalid('This person is not a teacher of this school', 'fromTeacherId')
  if (!there.has(toTeacherId)) throw invalid('This person is not a teacher of this school', 'toTeacherId')
  await mayTeach(db, user.id, toTeacherId, may)
  const began = (await yearBegan(db, school.id)) ?? school.today
  if (fromDay < began || fromDay > daysFrom(school.today, 366))
    throw invalid('The day lies before the school year, or more than a year from now', 'fromDay')

  const links = await linksToPass(db, { schoolId: school.id, fromTeacherId, toTeacherId })
  const supervised = await classesSupervised(db, school.id, fromTeacherId)
  // If the day is in the future, the teacher may supervise more classes by then.
  if (toTeacherId === user.id && (supervised.length > 0 || fromDay > school.today))
    await mayTakePost(db, builtInRoles.schoolSupervisor.id, may)
  return {
    fromDay,
    links,
    coursesCount: new Set(links.map(({ courseId }) => courseId)).size,
    classesCount: new Set(links.map(({ classRoomId }) => classRoomId)).size,
    supervised,
  }
}

const withMay =
  ({ user, school }: Pick<Context<typeof replacements.list>, 'user' | 'school'>) =>
  <R extends { endedAt: string | null }>(row: R) => ({
    ...row,
    may: { undo: row.endedAt === null && mayIn(user, replacements.undo, school.id) },
  })
