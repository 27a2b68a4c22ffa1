import type * as z from 'zod/mini'
import type { activities } from '#contract/teaching/activities/activities.ts'
import type { studentActivities } from '#contract/teaching/activities/student-activities.ts'
import type { homework } from '#contract/teaching/homework/homework.ts'
import type { studentHomework } from '#contract/teaching/homework/student-homework.ts'
import type { Operation } from '#contract/language/operation.ts'
import { publishWork, validateWork, mustHaveCourse, resetWork, type Setting, setWork } from './class-work.ts'
import { type WorkTable, kinds } from '#server/db/work-tables.ts'
import { lockRow } from '#server/db/change-row.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { found, notFound } from '#server/base/errors.ts'
import { signalChanges } from '#server/platform/live/events.rules.ts'
import { wholeSchool } from '#server/db/reach.ts'
import type { Context, Implementation } from '#server/call/implement.ts'
import { removeWork } from './removing.queries.ts'
import { mustBeRemovable } from './removing.rules.ts'
import { insertWork, workOf, listWorks } from './works.queries.ts'
import { listedWithMay, workWithMay } from './works.rules.ts'

type Homework = typeof homework
type Activities = typeof activities

/** Homework and activities differ only in their tables and in the names in the API. */
export const workOperations = (
  kind: 'homework' | 'activity',
  { update, remove }: Homework | Activities,
  results: typeof studentHomework | typeof studentActivities,
): Implementation<Homework> => ({
  async list({ db, user, reach, input, page }) {
    const { rows, total } = await listWorks(db, kind, reach, input, page)
    return { rows: rows.map(listedWithMay(user, { update, remove }, results)), total }
  },

  get: async ({ db, user, school, reach, input: { id } }) =>
    workWithMay(user, { update, remove })(found(await workOf(db, kind, school.id, reach, id))),

  async add(context) {
    const set = await storeWork(context, kind, context.input)
    await publishWork(context, kind, [set])
    const { db, user, school } = context
    return workWithMay(user, { update, remove })((await workOf(db, kind, school.id, wholeSchool, set.workId))!)
  },

  update: (context) =>
    changeWork(context, kind, update as Homework['update'], context.input, {
      read: async (id) =>
        workWithMay(context.user, { update, remove })(
          found(await workOf(context.db, kind, context.school.id, wholeSchool, id)),
        ),
    }),

  remove: (context) => dropWork(context, kind, context.input.id),
})

export type WorkSent = {
  classRoomId: string
  courseId: string
  monthId?: string
  date: string
  details?: string | null | undefined
  rate: number
  studentIds?: string[] | null | undefined
}

type Storing = {
  forOne?: boolean
  /** Further checks that only this kind has. */
  validate?: () => void
}

/** Stores new work and sets it for its students. Returns its id and the ids of the students. */
export async function storeWork(
  context: Setting,
  kind: WorkTable,
  sent: WorkSent,
  { forOne = false, validate }: Storing = {},
) {
  const { db, user, school } = context
  const { classRoomId, courseId, date: day, studentIds } = sent
  const work = { kind, workId: null, classRoomId, courseId, day, studentIds, forOne } as const
  await mustHaveCourse(db, school.id, courseId)
  await validateWork(context, work)
  validate?.()

  const workId = await insertWork(db, kind, { ...sent, schoolId: school.id, supervisorId: user.id })
  return { workId, studentIds: await setWork(context, work, workId) }
}

type Change = {
  id: string
  courseId?: string | undefined
  monthId?: string | undefined
  date?: string | undefined
  details?: string | null | undefined
  rate?: number | undefined
  studentIds?: string[] | null | undefined
  classRoomId?: string | null | undefined
  baseVersion?: number | null | undefined
}

type Row = { classRoomId: string; rate: number; version: number }

type Changing<R> = {
  /** Further checks that only this kind has. */
  validate?: (stored: R) => Promise<void>
  read: (id: string) => Promise<R | undefined>
}

/** Changes the fields that are sent, including the students. */
export async function changeWork<R extends Row>(
  context: Setting,
  kind: WorkTable,
  operation: Operation<z.ZodMiniObject, z.ZodMiniType<R>>,
  { id, baseVersion, classRoomId, studentIds, date, ...changes }: Change,
  { validate, read }: Changing<R>,
): Promise<R> {
  const { db, school } = context
  await mustHaveCourse(db, school.id, changes.courseId)
  const work = await edited(db, operation, {
    table: kinds[kind].works,
    schoolId: school.id,
    id,
    baseVersion,
    changes: { ...changes, [kinds[kind].day]: date },
    equal: { classRoomId },
    async validate(stored) {
      const { courseId } = changes
      await validateWork(context, {
        kind,
        workId: id,
        classRoomId: stored.classRoomId,
        courseId,
        day: date,
        studentIds,
      })
      await validate?.(stored)
    },
    further: ({ rate }) => resetWork(context, { kind, workId: id, studentIds, rate: changes.rate ?? rate }),
    read: () => read(id),
  })
  await signalChanges(db, [{ topic: kind, id, studentId: null, version: work.version }])
  return work
}

type Dropping = Setting & Pick<Context<Homework['remove']>, 'audit'>

/** Marks work and its results as deleted. */
export async function dropWork(
  { db, user, school, audit }: Dropping,
  kind: WorkTable,
  id: string,
  validate?: () => Promise<void>,
) {
  await lockRow(db, { table: kinds[kind].works, schoolId: school.id, id })
  if (!(await workOf(db, kind, school.id, wholeSchool, id))) throw notFound()
  await validate?.()
  const work = { kind, schoolId: school.id, workId: id }
  await mustBeRemovable(db, work)

  const results = await removeWork(db, work, user.id)
  await audit(kind, id)
  await signalChanges(db, [{ topic: kind, id, studentId: null, version: 0 }])
  return { done: true as const, changed: results + 1 }
}
