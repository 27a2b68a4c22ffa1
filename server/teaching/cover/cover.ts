import { toWire } from '#contract/language/wire-names.ts'
import { cover } from '#contract/teaching/cover/cover.ts'
import { conflict, found, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { publish } from '#server/outbox/events.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import { coversToStore } from './assigning.rules.ts'
import {
  coversOfPerson,
  insertAbsence,
  insertCovers,
  letIn,
  lockCovers,
  type NewAbsence,
  removeAbsence,
  takeAbsence,
  teachesHere,
  undoCovers,
} from './cover.queries.ts'
import { absenceSeen, clockOf, dayAnswered, factsOf, timeOf } from './day.rules.ts'
import { absencesIn, readDay } from './facts.queries.ts'
import { type DayFacts, endsNoMore, isAbsentAt, isLive, planOfDay } from './plan.rules.ts'
import { whenAbsent } from './when-absent.rules.ts'

const hour = 3_600_000

/** From then on a cover of the day is told through quiet hours. */
const morning = '06:00'

type School = { id: string; today: string; timeZone: string }

export const coverOperations = implement(cover, {
  async day({ db, school, now, may, input: { day } }) {
    const read = await readDay(db, school.id, day)
    return dayAnswered(school, day, read, { now, seesKinds: may('ViewStaffAbsence') })
  },

  async propose({ db, school, now, input: { day } }) {
    return planOfDay(factsOf(school, day, await readDay(db, school.id, day), now))
  },

  async assign({ db, user, school, now, input: { day, hash, covers } }) {
    if (day < school.today) throw conflict('This day is over')
    await lockCovers(db, school.id)
    const read = await readDay(db, school.id, day)
    if (read.lessons.length === 0) throw conflict('There are no lessons on this day')
    const facts = factsOf(school, day, read, now)
    const plan = planOfDay(facts)
    if (plan.hash !== hash) throw planChanged(plan)
    const rows = coversToStore(facts, plan, covers)
    const state = read.rules.consent ? 'asked' : 'given'
    const stored = await insertCovers(db, { schoolId: school.id, day, by: user.id, now, state }, rows)
    await publish(db, {
      event: 'covers given',
      schoolId: school.id,
      actorId: user.id,
      payload: {
        coverIds: stored.map(({ id }) => id),
        day,
        important: day === school.today && clockOf(school, now) >= morning,
      },
    })
    await signalChanges(db, [schoolChanged(school.id)])
    return { done: true as const, changed: stored.length }
  },

  async undo({ db, school, now, input: { day, lessonIds } }) {
    await lockCovers(db, school.id)
    const read = await readDay(db, school.id, day)
    const live = read.covers.filter(isLive)
    const chosen = lessonIds ? live.filter(({ lessonId }) => lessonIds.includes(lessonId)) : live
    const isAhead = aheadOf(school, now, { day, lessons: read.lessons })
    const ahead = chosen.filter(isAhead)
    if (ahead.length === 0 && chosen.length > 0) throw conflict('This lesson has begun')
    if (ahead.length === 0 && lessonIds) throw notFound()
    const freed = endsNoMore(
      read,
      ahead.map(({ lessonId }) => lessonId),
    )
    const changed = await undone(db, school, [...ahead, ...freed.filter(isAhead)])
    if (changed > 0) await signalChanges(db, [schoolChanged(school.id)])
    return { done: true as const, changed }
  },

  async tell({ db, user, school, now, may, input }) {
    const { teacherId, absenceId } = input
    if (!(await teachesHere(db, school.id, teacherId))) throw notFound()
    const when = whenAbsent(input, school.today)
    await lockCovers(db, school.id)
    const absence = {
      schoolId: school.id,
      id: absenceId ?? newId(),
      teacherId,
      kind: input.absenceKind,
      toldAt: now,
      toldBy: user.id,
      decidedBy: user.id,
      ...when,
    }
    if (absenceId) await changeAbsence(db, school, now, absence)
    else await insertAbsence(db, absence)
    await freeTheirCovers(db, school, now, absence)
    await signalChanges(db, [schoolChanged(school.id)])
    const { rows } = await absencesIn({
      schoolId: school.id,
      from: when.fromDay,
      to: when.toDay,
      id: absence.id,
    }).execute(db)
    return absenceSeen(found(rows[0]), may('ViewStaffAbsence'))
  },

  async removeAbsence({ db, user, school, now, input: { absenceId, removed } }) {
    await lockCovers(db, school.id)
    const absence = await removeAbsence(db, school.id, absenceId, removed ? user.id : null)
    if (!absence) throw notFound()
    if (removed) await undoNeedless(db, school, now, absence)
    await signalChanges(db, [schoolChanged(school.id)])
    return { done: true as const, changed: 1 }
  },

  async letIn({ db, school, now, input: { coverId } }) {
    const changed = await letIn(db, school.id, coverId, new Date(now.getTime() + hour))
    if (changed === 0) throw notFound()
    await signalChanges(db, [schoolChanged(school.id)])
    return { done: true as const, changed }
  },
})

/** The refusal of a plan that is made from other facts than those of now; it contains the plan of now. */
const planChanged = (plan: ReturnType<typeof planOfDay>) =>
  conflict('Something has changed meanwhile; look at the new proposals', {
    current: toWire(cover.propose.output, plan, { aliases: true }),
  })

/** Lessons that it no longer concerns need nobody. */
async function changeAbsence(db: Db, school: School, now: Date, absence: NewAbsence) {
  const everywhere = { from: '-infinity', to: 'infinity' }
  const { rows } = await absencesIn({ schoolId: school.id, ...everywhere, id: absence.id }).execute(db)
  const before = found(rows[0])
  if ((await takeAbsence(db, absence)) === 0) throw notFound()
  await undoNeedless(db, school, now, before)
}

/** Whether the lesson of a cover of a day has not begun, or does not take place any more. */
function aheadOf(school: School, now: Date, { day, lessons }: Pick<DayFacts, 'day' | 'lessons'>) {
  const time = clockOf(school, now)
  return ({ lessonId }: { lessonId: string }) => {
    const lesson = lessons.find(({ id }) => id === lessonId)
    return !lesson || timeOf(lesson, day, school.today, time) === 'ahead'
  }
}

type Absent = { teacherId: string; fromDay: string; toDay: string }

/** Live covers of these days that have not begun, of the lessons or by the person, with what the day says of them. */
async function coversAhead(db: Db, school: School, now: Date, { teacherId, fromDay, toDay }: Absent) {
  const from = fromDay > school.today ? fromDay : school.today
  const concerned = await coversOfPerson(db, school.id, teacherId, from, toDay)
  const time = clockOf(school, now)
  const ahead = []
  for (const day of new Set(concerned.map((one) => one.day))) {
    const read = await readDay(db, school.id, day)
    const facts = factsOf(school, day, read, now)
    for (const cover of read.covers.filter(isLive)) {
      const lesson = read.lessons.find(({ id }) => id === cover.lessonId)
      if (concerned.some(({ id }) => id === cover.id) && lesson && timeOf(lesson, day, school.today, time) === 'ahead')
        ahead.push({ cover, lesson, facts })
    }
  }
  return ahead
}

/** Who is absent covers nobody: their own covers fall open again. */
async function freeTheirCovers(db: Db, school: School, now: Date, absence: Absent) {
  const ahead = await coversAhead(db, school, now, absence)
  const theirs = ahead.filter(
    ({ cover: { teacherId }, lesson, facts }) =>
      teacherId === absence.teacherId && isAbsentAt(facts, absence.teacherId, lesson),
  )
  await undone(
    db,
    school,
    theirs.map(({ cover: one }) => one),
  )
}

/** Lessons whose teacher is there after all need nobody: their covers give the counts back. */
async function undoNeedless(db: Db, school: School, now: Date, absence: Absent) {
  const ahead = await coversAhead(db, school, now, absence)
  const needless = ahead.filter(({ lesson, facts }) => lesson.teacherIds.some((id) => !isAbsentAt(facts, id, lesson)))
  const freed = [...new Set(needless.map(({ facts }) => facts))].flatMap((facts) => {
    const again = needless.filter((one) => one.facts === facts).map(({ lesson }) => lesson.id)
    return endsNoMore(facts, again).filter(aheadOf(school, now, facts))
  })
  await undone(db, school, [...needless.map(({ cover: one }) => one), ...freed])
}

/** Undoes covers; returns how many were live. Its callers renew the screens. */
async function undone(db: Db, school: School, covers: readonly { id: string }[]) {
  const rows = await undoCovers(
    db,
    school.id,
    covers.map(({ id }) => id),
  )
  return rows.length
}
