import { daysFrom } from '#server/base/days.ts'
import type { Db } from '#server/db/db.ts'
import type { WorkTable } from '#server/db/work-tables.ts'
import { guardianRows } from '#server/people/official-records/guardians.queries.ts'
import { parentRows } from '#server/people/parents/student-parents.queries.ts'
import { linksParents } from '#server/people/parents/student-parents.rules.ts'
import { seenBy } from '#server/people/students/seen.rules.ts'
import { studentRow } from '#server/people/students/students.queries.ts'
import { excusesQuery, waitingExcuses } from '#server/teaching/absence/excuses.queries.ts'
import { stepsQuery } from '#server/teaching/absence/steps.queries.ts'
import { resultsQuery } from '#server/teaching/class-work/results.queries.ts'
import { recordsQuery, waitingRecords } from '#server/teaching/conduct/records.queries.ts'
import { notesQuery } from '#server/teaching/notes/notes.queries.ts'
import type { Call, ReadingOfOverview } from './reading.ts'
import {
  calendarOnDays,
  callsSince,
  closedOnDays,
  hasHealthNotes,
  lastTotal,
  marksOnDays,
  messagesSince,
  lastPaidDay,
  latestPapers,
} from './student-overview.queries.ts'

const daysBack = 20
const daysAhead = 7
const rowsOfAPart = 20
const worksOfAKind = 40

export type Span = ReturnType<typeof spanOf>

/** The days of the overview: the month and the timeline before today, and what is ahead. */
export function spanOf(today: string) {
  const month = `${today.slice(0, 8)}01`
  const from = daysFrom(today, -daysBack)
  return { month, from, first: month < from ? month : from, today, ahead: daysFrom(today, daysAhead) }
}

/** The statements of all parts that the caller reads. None of them waits for another. */
export const statementsOf = (call: Call, reading: ReadingOfOverview, span: Span) => ({
  ...ofStudent(call, reading),
  ...ofWork(call, reading, span),
  ...ofConduct(call, reading),
  ...ofFamily(call, reading, span),
  calendar: calendarOnDays(reading.of, { from: span.today, to: span.ahead }),
})

function ofStudent({ db, user, reach, may, now }: Call, reading: ReadingOfOverview) {
  const { of } = reading
  const { schoolId, studentId, today } = of
  const parents = { schoolId, studentId, seesPhones: linksParents(may) }
  return {
    students: studentRow(db, schoolId, reach, studentId, seenBy(reach, may)),
    parents: reading.parents && parentRows(db, { ...parents, parentId: null }),
    guardians: reading.guardians && guardianRows(db, schoolId, studentId, today),
    links: reading.isParent ? parentRows(db, { ...parents, parentId: user.id }) : null,
    seats: reading.isParent ? lastPaidDay(of) : null,
    health: reading.health && hasHealthNotes(of),
    totals: reading.results && lastTotal(of, reading.results, now),
    papers: reading.papers && latestPapers(of, rowsOfAPart),
  }
}

function ofWork({ db }: Call, reading: ReadingOfOverview, span: Span) {
  const { studentId, schoolId } = reading.of
  const work = (kind: WorkTable, dateFrom: string) => {
    const reach = reading[kind]
    const filter = { studentId, dateFrom, dateTo: span.ahead }
    return reach && resultsQuery(db, kind, { schoolId, reach }, filter).limit(worksOfAKind)
  }
  return {
    // Exams from any day, because the last five marks may be older.
    exams: work('exam', longAgo),
    homework: work('homework', span.from),
    activities: work('activity', span.from),
    notes: reading.notes && notesOf(db, reading.notes, reading.of),
  }
}

const longAgo = '1900-01-01'

const notesOf = (
  db: Db,
  reach: NonNullable<ReadingOfOverview['notes']>,
  { schoolId, studentId }: ReadingOfOverview['of'],
) => notesQuery(db, reach, { studentId }, schoolId).where('n.schoolId', '=', schoolId).limit(rowsOfAPart)

function ofConduct(
  { db, may }: Call,
  { conduct: reach, decidesConduct, of: { schoolId, studentId } }: ReadingOfOverview,
) {
  const published = !(may('RecordConduct') || may('DecideConduct'))
  const reading = reach && { schoolId, reach, published, notes: false }
  return {
    conduct: reading && recordsQuery(db, { ...reading, studentId }).limit(rowsOfAPart),
    conductWaits: reading && decidesConduct ? waitingRecords(db, reading).where('r.studentId', '=', studentId) : null,
  }
}

function ofFamily({ db, user, may, school }: Call, reading: ReadingOfOverview, { first, from, month, today }: Span) {
  const { of } = reading
  const { schoolId, studentId } = of
  const isAtWork = reading.messages && !reading.isParent
  return {
    attendance: reading.attendance && marksOnDays(db, of, reading.attendance, { from: first, to: today }),
    closed: reading.attendance && closedOnDays(of, { from: month, to: lastDayOf(month) }),
    excuses: reading.excuses && excusesQuery(db, { schoolId, studentId, reach: reading.excuses }).limit(rowsOfAPart),
    excusesWait: reading.excuses && waitingExcuses(db, schoolId, reading.excuses).where('e.studentId', '=', studentId),
    steps:
      reading.desk && stepsQuery(db, { schoolId, studentId, reach: reading.desk, state: 'open' }).limit(rowsOfAPart),
    calls: reading.desk && callsSince(of, from),
    messages: isAtWork ? messagesSince(of, from, school.timeZone, may('ManagePosts') ? null : user.id) : null,
  }
}

/** The last day of the month that begins on a day. */
const lastDayOf = (month: string) => daysFrom(`${daysFrom(month, 31).slice(0, 8)}01`, -1)
