import { conduct } from '#contract/teaching/conduct/conduct.ts'
import type { Reach } from '#server/db/reach.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { conflict, forbidden, found, invalid, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { daysBetween } from '#server/base/days.ts'
import type { Db } from '#server/db/db.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import { publish } from '#server/outbox/events.ts'
import { mustNotBeMerged } from '#server/people/students/merged.rules.ts'
import { keepStudents } from '#server/platform/payments/seats.queries.ts'
import { classOfStudent } from '#server/people/students/students.queries.ts'
import { marksOfStudent } from './conduct-marks.queries.ts'
import { conductKindOf } from './kinds.queries.ts'
import {
  decideRecord,
  insertRecord,
  lockRecord,
  type ReadingConduct,
  conductRecordOf,
  recordsIn,
  withdrawRecord,
} from './records.queries.ts'

type Key = 'RecordConduct' | 'DecideConduct' | 'ViewCounsellorNotes'
type Call = { school: { id: string }; reach: Reach; may: (key: Key) => boolean }

export const conductOperations = implement(conduct, {
  list: (call) => recordsIn(call.db, { ...readingOf(call), ...call.input }, call.page),

  ofStudent(call) {
    const { db, input, page, readsStudent } = call
    readsStudent(input.studentId)
    return recordsIn(db, { ...readingOf(call), studentId: input.studentId }, page)
  },

  marks({ db, school, input: { studentId }, readsStudent }) {
    readsStudent(studentId)
    return marksOfStudent(db, school.id, studentId, school.today)
  },

  async record(call) {
    const { db, user, school, may, input } = call
    const { studentId, kindId, day, details = null, measure = null, counsellorNote = null } = input
    if (day > school.today || daysBetween(day, school.today) > oldest) throw invalid('This date cannot be used', 'day')
    if (counsellorNote && !may('ViewCounsellorNotes')) throw forbidden('Only counsellors write their notes')
    await keepStudents(db, school.id, [studentId])
    await mustNotBeMerged(db, school.id, [studentId])
    const classRoomId = found(await classOfStudent(db, school.id, studentId))
    const kind = await conductKindOf(db, school.id, kindId)
    if (!kind) throw notFound()
    const { kindName: name, isMerit, level, points, parentsSee, version: kindVersion } = kind
    const record = {
      schoolId: school.id,
      studentId,
      classRoomId,
      kindId,
      kindVersion,
      name,
      isMerit,
      level,
      points,
      day,
    }
    const stored = { ...record, details, measure, counsellorNote, recordedBy: user.id }
    const id = await insertRecord(db, stored, parentsSee)
    await changed(call, { studentId, recordId: id, isPublished: parentsSee })
    return found(await conductRecordOf(db, readingOf(call), id))
  },

  async decide(call) {
    const { db, user, school, input } = call
    const { studentId, recordId, publish: isPublished, measure, baseVersion } = input
    const stored = found(await lockRecord(db, school.id, studentId, recordId))
    if (stored.isWithdrawn || stored.isPublished) throw conflict('This record was published or withdrawn already')
    await mustBeCurrent(baseVersion, stored.version, () => conductRecordOf(db, readingOf(call), recordId))
    await decideRecord(db, school.id, recordId, {
      measure: measure === undefined ? stored.measure : measure,
      publish: isPublished,
      personId: user.id,
    })
    await changed(call, { studentId, recordId, isPublished })
    return found(await conductRecordOf(db, readingOf(call), recordId))
  },

  async withdraw(call) {
    const { db, user, school, audit, input } = call
    const { studentId, recordId, reason } = input
    const stored = found(await lockRecord(db, school.id, studentId, recordId))
    if (stored.isWithdrawn) throw conflict('This record was withdrawn already')
    await withdrawRecord(db, school.id, recordId, user.id, reason)
    await audit('student', studentId)
    await signalChanges(db, [schoolChanged(school.id)])
    return found(await conductRecordOf(db, readingOf(call), recordId))
  },
})

/** In days. Older records belong to an earlier school year. */
const oldest = 400

/** People who record or decide read everything within reach; a parent reads only what was published. */
const readingOf = ({ school, reach, may }: Call): ReadingConduct => ({
  schoolId: school.id,
  reach,
  published: !(may('RecordConduct') || may('DecideConduct')),
  notes: may('ViewCounsellorNotes'),
})

type Changed = { studentId: string; recordId: string; isPublished: boolean }

/** Signals the open screens of the school, and of the parents if they may now see a change. */
async function changed(
  { db, user, school }: { db: Db; user: { id: string }; school: { id: string } },
  { studentId, recordId, isPublished }: Changed,
) {
  await signalChanges(db, [schoolChanged(school.id)])
  if (!isPublished) return
  const payload = { studentId, recordId }
  await publish(db, { event: 'conduct recorded', schoolId: school.id, actorId: user.id, payload })
}
