import { studentOverview } from '#contract/overviews/student-overview/student-overview.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { found } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { type Span, spanOf, statementsOf } from './parts.ts'
import { type Call, type ReadingOfOverview, readingOf } from './reading.ts'
import { classInExams } from './student-overview.queries.ts'
import { type PartsOfOverview, shortened, lastWeeks } from './timeline.ts'

type Overview = OutputOf<typeof studentOverview.get>

export const studentOverviewOperations = implement(studentOverview, {
  async get(call) {
    const { db, reach, school, input, readsStudent } = call
    const reading = await readingOf(call)
    const span = spanOf(school.today)
    const parts: PartsOfOverview = await sideBySide(db, statementsOf(call, reading, span))
    const student = found(parts.students[0])
    readsStudent(input.studentId)

    const [note] = parts.notes
    const [paper] = parts.papers
    return {
      ...named(student),
      today: school.today,
      own: ownLink(parts),
      guardians: reading.parents || reading.guardians ? guardiansOf(parts, reading) : null,
      alerts: alertsOf(parts, student),
      attendance: reading.attendance && monthOf(parts, span),
      lastResult: parts.totals[0] ?? null,
      ahead: aheadOf(parts, span),
      marks: reading.exam && (await lastMarks(call, parts, reading)),
      note: note
        ? {
            id: note.id,
            courseName: note.courseName,
            date: note.date,
            authorName: note.supervisorName,
            notes: shortened(note.notes),
          }
        : null,
      paper: paper ? { id: paper.id, kind: paper.kind, number: paper.number, year: paper.year, day: paper.day } : null,
      timeline: reach.of === 'children' ? null : lastWeeks(parts, span),
    }
  },
})

type Student = PartsOfOverview['students'][number]

const named = (student: Student) => ({
  studentId: student.id,
  studentName: [student.firstName, student.middleName, student.lastName].filter(Boolean).join(' '),
  firstName: student.firstName,
  imageUrl: student.imageUrl,
  schoolId: student.schoolId,
  schoolName: student.schoolName,
  classRoomId: student.classRoomId,
  classRoomName: student.classRoomName,
  code: student.code,
  birthDate: student.birthDate,
  active: student.active,
  isMerged: student.isMerged,
  isPaid: student.isPaid,
  leftOn: student.leftOn,
})

function ownLink({ links: [link], seats: [seat] }: PartsOfOverview) {
  return link ? { relationName: link.relationName, pays: link.pays, seatEndedOn: seat?.seatEndedOn ?? null } : null
}

/** Linked parents, and the present guardians of the record who are not among them. */
function guardiansOf(
  { parents, guardians }: PartsOfOverview,
  { parents: readsParents, of: { today } }: ReadingOfOverview,
) {
  const linked = parents.map((parent) => ({
    name: parent.parentName,
    relationName: parent.relationName,
    phone: parent.phoneNumber,
    linked: true,
    sees: parent.sees,
    isNotified: parent.isNotified,
    fetches: parent.fetches,
    pays: parent.pays,
  }))
  const others = guardians
    .filter(({ fromDay, untilDay }) => fromDay <= today && (untilDay === null || untilDay >= today))
    .filter(({ account }) => !readsParents || account !== 'linked')
    .map((guardian) => ({
      name: guardian.guardianName,
      relationName: guardian.relationName,
      phone: guardian.phone,
      linked: false,
      sees: answerOf(guardian.maySee),
      isNotified: null,
      fetches: answerOf(guardian.mayFetch),
      pays: null,
    }))
  return [...linked, ...others].slice(0, guardiansAtMost)
}

const guardiansAtMost = 5

const answerOf = (answer: string | null) => (answer === null ? null : answer === 'yes')

function alertsOf(parts: PartsOfOverview, { active, isPaid }: Student): Overview['alerts'] {
  const counts = {
    letter: parts.steps.length,
    excuse: parts.excusesWait.length,
    conduct: parts.conductWaits.length,
    health: parts.health[0]?.noted ? 1 : 0,
    seat: active && isPaid === false ? 1 : 0,
  }
  return (Object.keys(counts) as (keyof typeof counts)[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => ({ kind, count: counts[kind], name: kind === 'letter' ? parts.steps[0]!.stepName : null }))
}

function monthOf({ attendance, closed }: PartsOfOverview, { month }: Span): Overview['attendance'] {
  const marks = attendance.filter(({ day }) => day >= month)
  return {
    present: marks.filter(({ state }) => state === 'present' || state === 'late').length,
    days: marks.length,
    marks,
    closedDays: closed.map(({ day }) => day),
  }
}

const aheadAtMost = 8

/** Homework that is not handed in, exams and activities from today on, and the days of the calendar. */
function aheadOf({ homework, exams, activities, calendar }: PartsOfOverview, { today }: Span): Overview['ahead'] {
  const work = (kind: 'homework' | 'exam' | 'activity', rows: PartsOfOverview['exams']) =>
    rows
      .filter(({ date, result, tookPart }) => date >= today && result === null && tookPart !== true)
      .map(({ workId: id, courseName: name, date, details }) => ({
        kind,
        id,
        name,
        fromDay: date,
        toDay: date,
        details: details ? shortened(details) : null,
      }))
  const days = calendar.map(({ kind, ...day }) => ({
    ...day,
    kind: kind === 'exam' ? ('examDays' as const) : kind,
    details: null,
  }))
  return [...work('exam', exams), ...work('homework', homework), ...work('activity', activities), ...days]
    .toSorted((one, other) => one.fromDay.localeCompare(other.fromDay))
    .slice(0, aheadAtMost)
}

const marksAtMost = 5

async function lastMarks({ db }: Call, { exams }: PartsOfOverview, { of }: ReadingOfOverview) {
  const marked = exams.flatMap(({ workId: id, courseName, date, result, rate }) =>
    result === null ? [] : [{ id, courseName, date, result, rate }],
  )
  const last = marked.slice(0, marksAtMost)
  if (last.length === 0) return []
  const { rows } = await classInExams(
    of,
    last.map(({ id }) => id),
  ).execute(db)
  return last.map((mark) => ({ ...mark, classPercent: rows.find(({ id }) => id === mark.id)?.percent ?? null }))
}
