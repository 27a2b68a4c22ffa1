import { minuteOf } from '#contract/school/timetable/clashes.ts'
import { ownCovers } from '#contract/teaching/cover/own-covers.ts'
import { coversNow } from '#server/access/covering.queries.ts'
import { conflict, found, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { publish } from '#server/outbox/events.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import { insertAbsence, lockCovers, teachesHere } from './cover.queries.ts'
import { absenceSeen, clockOf, timeOf } from './day.rules.ts'
import { absencesIn, readDay } from './facts.queries.ts'
import {
  answerCover,
  askLate,
  deleteNote,
  lessonsOfAbsentDays,
  ownCoversFrom,
  storeNote,
} from './own-covers.queries.ts'
import { missesLesson, isLive } from './plan.rules.ts'
import { whenAbsent } from './when-absent.rules.ts'

type School = { id: string; today: string; timeZone: string }

/** Until how long before a lesson its cover may be declined. */
const declinedBefore = 30

export const ownCoverOperations = implement(ownCovers, {
  async get({ db, user, school, now }) {
    const { id: schoolId, today } = school
    const person = { schoolId, personId: user.id }
    const read = await sideBySide(db, {
      covers: ownCoversFrom(person, today),
      left: lessonsOfAbsentDays(person, today),
      absences: absencesIn({ schoolId, from: today, to: '9999-12-31', teacherId: user.id }),
    })
    const open = await coversNow(db, { ...person, now })
    const time = clockOf(school, now)
    const mayAnswer = (one: { day: string; starts: string | null }) => isAheadBy(one, today, time, declinedBefore)
    return {
      today,
      time,
      covers: read.covers.map(({ teacherNames: _, lacksTeacher: __, state, reopenedUntil, lateAskedAt, ...one }) => ({
        ...one,
        coverState: state,
        isOpen: open.some(({ coverId, isReopened }) => coverId === one.id && !isReopened),
        isLateAsked: lateAskedAt !== null && reopenedUntil === null,
        isReopened: open.some(({ coverId, isReopened }) => coverId === one.id && isReopened),
        may: { decline: mayAnswer(one), accept: state === 'asked' && mayAnswer(one) },
      })),
      left: read.left
        .filter((one) => missesLesson(one, one))
        .map(({ teacherNames: _, lacksTeacher: __, fromTime: ___, toTime: ____, numbers: _____, ...one }) => one),
      absences: read.absences.map((row) => absenceSeen(row, true)),
    }
  },

  decline: ({ db, user, school, now, input: { coverId, answer } }) =>
    answered(db, school, { personId: user.id, now }, { id: coverId, state: 'declined', answer }),

  accept: ({ db, user, school, now, input: { coverId } }) =>
    answered(db, school, { personId: user.id, now }, { id: coverId, state: 'given', answer: null }),

  async writeNote({ db, user, school, now, input: { day, lessonId, text } }) {
    const note = { schoolId: school.id, day, lessonId, authorId: user.id }
    await mustMayWrite(db, school, now, note)
    if (text) await storeNote(db, note, text)
    else await deleteNote(db, note)
    return { done: true as const, changed: 1 }
  },

  async tellOwn({ db, user, school, now, input }) {
    if (!(await teachesHere(db, school.id, user.id))) throw notFound()
    const when = whenAbsent(input, school.today)
    const id = newId()
    const told = { teacherId: user.id, toldBy: user.id, toldAt: now, decidedBy: null }
    await insertAbsence(db, { schoolId: school.id, id, kind: input.absenceKind, ...told, ...when })
    await askToDecide(db, school, user.id, id)
    const { rows } = await absencesIn({ schoolId: school.id, from: when.fromDay, to: when.toDay, id }).execute(db)
    return absenceSeen(found(rows[0]), true)
  },

  async askLate({ db, user, school, now, input: { coverId } }) {
    const changed = await askLate(db, { schoolId: school.id, personId: user.id }, coverId, now)
    if (changed === 0) throw notFound()
    await askToDecide(db, school, user.id, coverId)
    return { done: true as const, changed }
  },
})

/** Notifies the people with ManageCover, and renews their screens. */
async function askToDecide(db: Db, school: School, actorId: string, id: string) {
  await publish(db, { event: 'cover to decide', schoolId: school.id, actorId, payload: { id } })
  await signalChanges(db, [schoolChanged(school.id)])
}

/** Whether a lesson begins at least so many minutes after now. */
function isAheadBy({ day, starts }: { day: string; starts: string | null }, today: string, time: string, by: number) {
  if (day !== today) return day > today
  return starts === null || minuteOf(starts) - minuteOf(time) >= by
}

type Asked = { personId: string; now: Date }
type Answer = { id: string; state: 'given' | 'declined'; answer: string | null }

async function answered(db: Db, school: School, { personId, now }: Asked, answer: Answer) {
  await lockCovers(db, school.id)
  const person = { schoolId: school.id, personId }
  const { rows } = await ownCoversFrom(person, school.today).execute(db)
  const cover = found(rows.find(({ id }) => id === answer.id))
  if (!isAheadBy(cover, school.today, clockOf(school, now), declinedBefore))
    throw conflict('A cover can be declined or accepted until 30 minutes before the lesson')
  const changed = await answerCover(db, person, answer)
  if (changed === 0) throw notFound()
  if (answer.state === 'declined') await askToDecide(db, school, personId, answer.id)
  else await signalChanges(db, [schoolChanged(school.id)])
  return { done: true as const, changed }
}

type NoteOf = { schoolId: string; day: string; lessonId: string; authorId: string }

/** The absent teacher writes until the lesson ends; who covers it, as long as its register is open to them. */
async function mustMayWrite(db: Db, school: School, now: Date, { day, lessonId, authorId }: NoteOf) {
  const read = await readDay(db, school.id, day)
  const lesson = found(read.lessons.find(({ id }) => id === lessonId))
  const time = timeOf(lesson, day, school.today, clockOf(school, now))
  if (lesson.teacherIds.includes(authorId)) {
    if (time === 'over') throw conflict('This lesson is over')
    return
  }
  const own = found(read.covers.find((one) => one.lessonId === lessonId && one.teacherId === authorId && isLive(one)))
  const open = await coversNow(db, { schoolId: school.id, personId: authorId, now })
  if (!open.some(({ coverId, isReopened }) => coverId === own.id && !isReopened)) throw notFound()
}
