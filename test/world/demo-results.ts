import { sql } from 'kysely'
import type pg from 'pg'
import { seeOnly } from '#server/access/authorise.queries.ts'
import { openDb } from '#server/db/db.ts'
import { signerOf } from '#server/db/signing.ts'
import { insertClosing, insertResults, setPublished, setReopened } from '#server/results/results/closings.queries.ts'
import { termFiguresOf } from '#server/results/results/figures.ts'
import { frozenRows } from '#server/results/results/frozen.ts'
import { storeCells } from '#server/results/results/marks.queries.ts'
import { remarksToClose } from '#server/results/results/remarks.rules.ts'
import { insertScheme, replaceUses } from '#server/results/results/schemes.queries.ts'
import { termOf } from '#server/results/results/terms.queries.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { calendarOn } from './calendar.ts'
import { classes, teaching } from './classes.ts'
import { bringMarks } from './demo-brought.ts'
import { beginRemarks, writeRemarks } from './demo-remarks.ts'
import { isOwed, markSecondRound, markStories, originOf } from './demo-result-stories.ts'
import { chance, idOf } from './ids.ts'
import { people } from './people.ts'
import { grades, schools } from './schools.ts'
import { allStudents } from './students.ts'

type Source = 'typed' | 'exams' | 'homework' | 'activities' | 'attendance'

const part = (name: string, nameAr: string, weight: number, source: Source) => ({
  id: idOf('part of a scheme', name),
  name,
  nameAr,
  weight,
  source,
  month: null,
  word: null,
  mean: 'points' as const,
  best: null,
  missing: 'leftOut' as const,
  perAbsence: source === 'attendance' ? 0.5 : null,
  perLate: source === 'attendance' ? 0.25 : null,
  final: false,
  minimum: null,
})

const oral = part('Oral work', 'الأداء الشفوي', 20, 'typed')
const band = (name: string, nameAr: string, colour: string, from: number) => ({ name, nameAr, colour, from })

const rules = {
  parts: [
    part('Tests', 'الاختبارات', 40, 'exams'),
    part('Homework', 'الواجبات', 20, 'homework'),
    part('Activities', 'الأنشطة', 10, 'activities'),
    part('Attendance', 'المواظبة', 10, 'attendance'),
    oral,
  ],
  bands: [
    band('Excellent', 'ممتاز', '#1d4ed8', 85),
    band('Very good', 'جيد جدًا', '#15803d', 75),
    band('Good', 'جيد', '#4d7c0f', 65),
    band('Fair', 'مقبول', '#ca8a04', 50),
    band('Below', 'دون المستوى', '#b91c1c', 0),
  ],
  rounding: 'half' as const,
  secondRoundCap: 50,
  gracePerCourse: 2,
  graceInAll: 4,
}

/** Every second pupil of the fifth grade, and none of the sixth: their terms are open, and marks are missing. */
const isMarked = (gradeId: string, nth: number) =>
  gradeId === grades.grade4.id || (gradeId === grades.grade5.id && nth % 2 === 0)

/**
 * Before a grade is closed, its teachers enter the missing marks of the term up to today. One or two marks in a hundred stay
 * missing, as in a school that closes although a few pupils have not been marked.
 */
const rateWhatIsOpen = (today: string) =>
  [
    ['student_exams', 'exams', 'exam_id', 'exam_date', 'total_result', 'is_attend'],
    ['student_homework', 'homework', 'homework_id', 'assignment_date', 'result', 'is_delivered'],
    ['student_activities', 'activities', 'activity_id', 'activity_date', 'result', 'is_attend'],
  ].map(
    ([results, works, id, day, result, done]) => `
    update ${results} r set ${result} = w.rate - mod(abs(hashtext(r.student_id::text || w.id::text)), 3), ${done} = true
    from ${works} w join class_rooms c on c.school_id = w.school_id and c.id = w.class_room_id
    where w.school_id = r.school_id and w.id = r.${id} and w.${day} <= '${today}' and w.removed_at is null
      and c.grade_id = '${grades.grade4.id}' and r.${result} is null and r.removed_at is null
      and mod(abs(hashtext(w.id::text || r.student_id::text)), 40) > 0`,
  )

/** The families of a grade were notified when its results were published the second time. */
export const resultsNotified = `
  insert into outbox (event, school_id, actor_id, payload, created_at)
  select 'results published', c.school_id, c.published_by, jsonb_build_object('closingId', c.id, 'studentIds', (
    select jsonb_agg(distinct r.student_id) from term_results r where r.school_id = c.school_id and r.closing_id = c.id)), c.published_at
  from term_closings c where c.school_id = '${schools.nile.id}' and c.reopened_at is null`

/**
 * The first school has a scheme in use. Its fourth grade was closed and published two weeks ago and again, after the second round, this week;
 * two grades are still open.
 */
export async function closeDemoTerm(connection: pg.ClientConfig, secrets: Secrets, today: string) {
  const db = openDb(connection, { max: 1, prepares: false, sign: signerOf(secrets) })
  const { nile } = schools
  const of = { schoolId: nile.id, termId: idOf('term', nile.id, 1), personId: people.manager.id }
  try {
    await db.transaction().execute(async (tx) => {
      await seeOnly(tx, { schools: [nile.id] })
      const scheme = { schoolId: nile.id, name: 'أعمال السنة', source: null, rules, personId: of.personId }
      const schemeId = await insertScheme(tx, scheme)
      const use = { courseId: null, schemeId, fullMark: 100, passMark: 50, inTotal: true }
      const inUse = [grades.grade4, grades.grade5, grades.grade6].map(({ id: gradeId }) => ({ ...use, gradeId }))
      await replaceUses(tx, nile.id, of.termId, inUse)
      for (const { course, classes } of teaching)
        for (const { id, gradeId } of classes.filter(({ schoolId }) => schoolId === nile.id)) {
          const pupils = allStudents.filter(({ classRoomId, active }) => active && classRoomId === id)
          const marked = pupils.filter(({ id: pupil }, nth) => isMarked(gradeId, nth) && !isOwed(pupil, course.id))
          const cells = marked.map((pupil) => ({
            studentId: pupil.id,
            partId: oral.id,
            round: 1,
            mark: 11 + chance(37, 'oral', pupil.id, course.id) / 4,
            state: null,
            origin: originOf(pupil.id),
            reason: null,
          }))
          await storeCells(tx, { ...of, courseId: course.id }, cells)
        }
      for (const statement of rateWhatIsOpen(today)) await sql.raw(statement).execute(tx)
      const term = (await termOf(tx, nile.id, of.termId))!
      const gradeId = grades.grade4.id
      const { schoolDays } = calendarOn(today, { opensToday: true })
      const on = (schoolDaysAgo: number, time: string) => new Date(`${schoolDays[schoolDaysAgo]}T${time}:00Z`)
      const closeAll = async (reason: string, now: Date) => {
        const all = await termFiguresOf(tx, { schoolId: nile.id, today, gradeId }, term)
        const id = await insertClosing(tx, { ...of, gradeId, closedBy: of.personId, reason, now })
        const ids = all.map(({ pupil }) => pupil.id)
        const remarks = await remarksToClose(tx, { schoolId: nile.id, termId: of.termId, studentIds: ids })
        const rows = all.flatMap((one) => frozenRows(one, remarks.of(one.pupil.id)))
        await insertResults(tx, nile.id, id, rows)
        const school = { id: nile.id, timeZone: 'Africa/Cairo' }
        const published = new Date(+now + 50 * 60_000)
        await setPublished(tx, { school, id, personId: of.personId, now: published, day: null, time: null })
        return id
      }
      await markStories(tx, of, term, { today, oralId: oral.id })
      await writeRemarks(tx, of, await termFiguresOf(tx, { schoolId: nile.id, today, gradeId }, term))
      await beginRemarks(tx, of, classes.class5a)
      await bringMarks(tx, { schoolId: nile.id, today })
      const first = await closeAll('نتيجة منتصف الفصل الدراسي', on(11, '09:10'))
      const reopening = { schoolId: nile.id, id: first, personId: of.personId, now: on(4, '08:25') }
      await setReopened(tx, { ...reopening, reason: 'رصد درجة الدور الثاني' })
      await markSecondRound(tx, of)
      await closeAll('بعد الدور الثاني', on(3, '10:05'))
    })
  } finally {
    await db.destroy()
  }
}
