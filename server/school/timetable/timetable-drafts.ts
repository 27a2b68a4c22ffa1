import type * as z from 'zod/mini'
import type { InputOf } from '#contract/language/operation.ts'
import type { DraftSaved } from '#contract/school/timetable/timetable-drafts.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { conflict, found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { implement } from '#server/call/implement.ts'
import { changeRow, lockRow, lockSchool } from '#server/db/change-row.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { publish } from '#server/outbox/events.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import { changesByTeacher, classesChanged } from './comparing.ts'
import {
  copyLessons,
  deleteLessons,
  discardDraft,
  insertLessons,
  type PlannedLesson,
  plannedLessons,
  planOf,
  publishTimetable,
  renewSlots,
  timetableById,
  timetableInForce,
  timetablesOf,
  updateLessons,
  withdrawTimetable,
} from './drafts.queries.ts'
import { newDraft } from './new-draft.rules.ts'
import { weekOfRows } from './pasted.rules.ts'
import { mustBeDraft, mustBePlannable, mustNotClash } from './placing.rules.ts'
import { replacementToFollow } from './replaced.queries.ts'
import { lessonsPassing } from './replaced.rules.ts'
import { namesMeant } from './week-names.queries.ts'
import { lessonsRead } from './week-read.rules.ts'

type School = { id: string; today: string }
type Call = { db: Db; school: School; input: { timetableId: string; baseVersion?: number | null | undefined } }

export const timetableDraftOperations = implement(timetableDrafts, {
  list: ({ db, school, page }) => timetablesOf(db, school.id, school.today, page),

  async get({ db, school, input: { timetableId } }) {
    const timetable = await versionOf(db, school, timetableId)
    return { timetable, ...(await planOf(db, school.id, timetableId)) }
  },

  async start({ db, school, input: { timetableName: name, weeks, anchor, copyOfId, replacementId } }) {
    await lockSchool(db, school.id)
    const replaced = replacementId ? found(await replacementToFollow(db, school.id, replacementId)) : undefined
    const follows = replaced && (await timetableInForce(db, school.id, laterOf(replaced.fromDay, school.today)))
    const copiedId = copyOfId || (replaced && found(follows))
    const copied = copiedId ? await versionOf(db, school, copiedId) : undefined
    const cycle = { weeks: weeks ?? copied?.weeks ?? 1, anchor: anchor ?? copied?.anchor ?? school.today }
    const id = await newDraft(db, school.id, { name, ...cycle })
    if (copied) await copyLessons(db, school.id, copied.id, id)
    if (replaced) {
      const lessons = lessonsPassing(await planOf(db, school.id, id), replaced)
      await updateLessons(db, { schoolId: school.id, timetableId: id, lessons })
    }
    return versionOf(db, school, id)
  },

  async update(call) {
    const { db, school, input } = call
    const { timetableId: id, baseVersion: _, timetableName: name, weeks, anchor } = input
    const before = await lockedDraft(call)
    if (weeks === 1 && before.weeks === 2) {
      const lessons = await plannedLessons(db, school.id, id)
      if (lessons.some(({ week }) => week !== 0))
        throw conflict('Some lessons are planned in one of the two weeks only')
    }
    await changeRow(db, { table: 'timetables', schoolId: school.id, id }, { name, weeks, anchor })
    return versionOf(db, school, id)
  },

  async discard({ db, school, input: { draftId, discarded } }) {
    const changed = await discardDraft(db, school.id, draftId, discarded)
    if (changed === 0) throw notFound()
    return { done: true as const, changed }
  },

  async put(call) {
    const { db, school, input } = call
    const version = await lockedDraft(call)
    const plan = await planOf(db, school.id, version.id)
    const lessons = input.lessons.map(asPlanned)
    mustDiffer(
      lessons.map(({ id }) => id),
      'Invalid input',
      'lessons',
    )
    const known = new Set(plan.lessons.map(({ id }) => id))
    const [changed, added] = [
      lessons.filter((_, at) => input.lessons[at]!.id),
      lessons.filter((_, at) => !input.lessons[at]!.id),
    ]
    if (!changed.every(({ id }) => known.has(id))) throw notFound()
    mustBePlannable(plan, version, lessons)
    mustNotClash(plan, lessons, withChanges(plan.lessons, lessons))
    const stored = { schoolId: school.id, timetableId: version.id }
    if (changed.length > 0) await updateLessons(db, { ...stored, lessons: changed })
    if (added.length > 0) await insertLessons(db, { ...stored, lessons: added })
    return saved(call, lessons)
  },

  async move(call) {
    const { db, school, input } = call
    const version = await lockedDraft(call)
    const plan = await planOf(db, school.id, version.id)
    mustDiffer(
      input.moves.map(({ lessonId }) => lessonId),
      'Invalid input',
      'moves',
    )
    const lessons = input.moves.map(({ lessonId, weekday, number, week }) => {
      const lesson = found(plan.lessons.find(({ id }) => id === lessonId))
      if (lesson.fixed) throw conflict('This lesson is fixed; release it first')
      return { ...lesson, weekday, number, week: week ?? lesson.week }
    })
    mustBePlannable(plan, version, lessons.map(withoutTeachers))
    mustNotClash(plan, lessons, withChanges(plan.lessons, lessons))
    await updateLessons(db, { schoolId: school.id, timetableId: version.id, lessons })
    return saved(call, lessons)
  },

  async take(call) {
    const { db, school, input } = call
    const version = await lockedDraft(call)
    const ids = [...new Set(input.lessonIds)]
    if ((await deleteLessons(db, school.id, version.id, ids)) < ids.length) throw notFound()
    return saved(call, [])
  },

  async takeRows(call) {
    const { db, school, input } = call
    const version = await lockedDraft(call)
    const plan = await planOf(db, school.id, version.id)
    const { lessons, leftOut } = lessonsRead(plan, weekOfRows(input.rows), await namesMeant(db, school.id))
    const counts = { lessons: lessons.length, leftOut: leftOut.map(({ row, reason, name }) => ({ row, reason, name })) }
    if (input.tries || lessons.length === 0) return { version: version.version, ids: [], ...counts }
    mustNotClash(plan, lessons, withChanges(plan.lessons, lessons))
    await insertLessons(db, { schoolId: school.id, timetableId: version.id, lessons })
    return { ...(await saved(call, lessons)), ...counts }
  },

  async compare({ db, school, input: { timetableId, withId, day } }) {
    const withWhich = withId ?? (await timetableInForce(db, school.id, day ?? school.today))
    if (withId) await versionOf(db, school, withId)
    const plan = await planOf(db, school.id, timetableId)
    const before = withWhich ? await planOf(db, school.id, withWhich) : { ...plan, lessons: [] }
    return changesByTeacher(before, plan)
  },

  async publish(call) {
    const { db, user, school, audit, input } = call
    if (input.validFrom < school.today) throw invalid('Choose today or a later day', 'validFrom')
    const { id } = await lockedDraft(call)
    await renewSlots(db, school.id, id)
    const plan = await planOf(db, school.id, id)
    if (plan.lessons.length === 0) throw conflict('This timetable has no lessons')
    mustNotClash(plan, plan.lessons, plan.lessons)
    const former = await timetableInForce(db, school.id, input.validFrom)
    const before = former ? await planOf(db, school.id, former) : { ...plan, lessons: [] }
    await publishTimetable(db, school.id, id, input.validFrom, user.id)
    await publish(db, {
      event: 'timetable published',
      schoolId: school.id,
      actorId: user.id,
      payload: {
        timetableId: id,
        day: input.validFrom,
        teacherIds: changesByTeacher(before, plan).flatMap(({ teacherId }) => teacherId ?? []),
        classRoomIds: classesChanged(before, plan),
      },
    })
    await audit('timetable', id)
    await signalChanges(db, [schoolChanged(school.id)])
    return versionOf(db, school, id)
  },

  async withdraw(call) {
    const { db, school, audit, input } = call
    const { timetableId: id, baseVersion } = input
    const version = await lockRow(db, { table: 'timetables', schoolId: school.id, id })
    await mustBeCurrent(baseVersion, version)
    const { validFrom } = await versionOf(db, school, id)
    if (validFrom === null) throw conflict('This timetable is a draft')
    if (validFrom <= school.today) throw conflict('This timetable has begun; publish another one instead')
    await withdrawTimetable(db, school.id, id)
    await audit('timetable', id)
    await signalChanges(db, [schoolChanged(school.id)])
    return versionOf(db, school, id)
  },
})

const laterOf = (one: string, other: string) => (one > other ? one : other)

const versionOf = async (db: Db, school: School, id: string) =>
  found(await timetableById(db, school.id, school.today, id))

/** Locks a version until the call ends. Changes of its lessons run one after another, and each sees those before it. */
async function lockedDraft({ db, school, input: { timetableId: id, baseVersion } }: Call) {
  const version = await lockRow(db, { table: 'timetables', schoolId: school.id, id })
  const timetable = await versionOf(db, school, id)
  mustBeDraft(timetable)
  await mustBeCurrent(baseVersion, version)
  return timetable
}

async function saved({ db, school, input: { timetableId: id } }: Call, lessons: readonly { id: string }[]) {
  await changeRow(db, { table: 'timetables', schoolId: school.id, id }, {}, true)
  const { version } = await versionOf(db, school, id)
  await signalChanges(db, [{ topic: 'timetable', id, studentId: null, version }])
  return { version, ids: lessons.map((lesson) => lesson.id) } satisfies z.output<typeof DraftSaved>
}

type Sent = InputOf<typeof timetableDrafts.put>['lessons'][number]

const asPlanned = (sent: Sent): PlannedLesson => ({
  id: sent.id || newId(),
  courseId: sent.courseId,
  weekday: sent.weekday,
  number: Number(sent.number),
  week: Number(sent.week ?? 0),
  fixed: sent.fixed ?? false,
  classes: sent.classes.map(({ classRoomId, groupId }) => ({ classRoomId, groupId: groupId || null })),
  teacherIds: [...sent.teacherIds],
  roomIds: [...sent.roomIds],
})

/** A lesson whose teacher lost the course can still be moved. */
const withoutTeachers = (lesson: PlannedLesson): PlannedLesson => ({ ...lesson, teacherIds: [] })

function withChanges(all: readonly PlannedLesson[], changed: readonly PlannedLesson[]) {
  const ids = new Set(changed.map(({ id }) => id))
  return [...all.filter(({ id }) => !ids.has(id)), ...changed]
}
