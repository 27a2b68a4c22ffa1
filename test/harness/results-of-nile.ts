import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { closings } from '#contract/results/results/closings.ts'
import { results } from '#contract/results/results/results.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { testApp } from './app.ts'
import { today } from '#test/world/clock.ts'
import { schemeDraft, usesOfGrade } from '#test/world/result-drafts.ts'
import { tracesIn } from './traces.ts'
import { world } from '#test/world/world.ts'

const { manager, parent, nile, class4a, class4b, omar, grade4, arabic, nileYear } = world
const inNile = { schoolId: nile.id }

/** Why marks of a closed term are corrected. */
export const afterClosing = 'خطأ في نقل الدرجة'

/** The results of the first school's current term: an app, and the steps that their tests have in common. */
export async function resultsOfNile() {
  const app = await testApp()
  const { as, connection } = app
  const traces = tracesIn(connection)
  const { sql } = traces
  const now = {
    termId: '',
    place: { classRoomId: class4a.id, courseId: arabic.id, termId: '' },
    inGrade: { ...inNile, termId: '', gradeId: grade4.id },
  }

  /** Before each test: removes all results and leaves one term. */
  const begin = async () => {
    const tables =
      'result_registers term_results term_closings grace_marks remarks part_marks result_scheme_uses result_scheme_versions result_schemes terms outbox inbox_items'
    for (const table of tables.split(' ')) await sql(`delete from ${table}`)
    const [{ starts }] = await sql(
      'select min(start_date)::text as starts from school_year_months where school_year_id = $1',
      [nileYear.id],
    )
    const [term] = [{ name: 'الفصل الأول', startDate: String(starts), endDate: today }]
    await as(manager)(calendarSettings.terms, { ...inNile, yearId: nileYear.id, terms: [term!] })
    const { terms } = await as(manager)(results.choices, inNile)
    const termId = terms[0]!.id
    Object.assign(now, { termId, place: { ...now.place, termId }, inGrade: { ...now.inGrade, termId } })
    return now
  }

  const withScheme = async (draft: object = {}) => {
    const scheme = await as(manager)(resultSchemes.save, { ...schemeDraft(nile.id), ...draft })
    await as(manager)(resultSchemes.saveUses, {
      ...inNile,
      termId: now.termId,
      uses: usesOfGrade(grade4.id, scheme.id),
    })
    return scheme
  }
  const grid = (person: { phone: string } = manager) => as(person)(results.grid, now.place)
  const typedPart = (one: Awaited<ReturnType<typeof grid>>, nth = 0) =>
    one.parts.filter(({ source }) => source === 'typed')[nth]!
  const save = (marks: object[], person: { phone: string } = manager) =>
    as(person)(results.save, { ...now.place, marks: marks as { studentId: string; partId: string }[] })
  /** Corrects marks of a closed term. */
  const correct = (marks: object[], person: { phone: string } = manager) =>
    as(person)(results.save, {
      ...now.place,
      afterClosing,
      marks: marks as { studentId: string; partId: string }[],
    })
  /** Enters a mark in both entered parts for everybody of the grade in every course. */
  const markAll = async (mark = 20) => {
    for (const classRoom of [class4a, class4b])
      for (const { courses } of (await as(manager)(results.choices, inNile)).grades
        .flatMap(({ classes }) => classes)
        .filter(({ id }) => id === classRoom.id))
        for (const { id: courseId } of courses) {
          const at = { classRoomId: classRoom.id, courseId, termId: now.termId }
          const { parts, students } = await as(manager)(results.grid, at)
          const typed = parts.filter(({ source }) => source === 'typed')
          const marks = students.flatMap(({ studentId }) => typed.map(({ id }) => ({ studentId, partId: id, mark })))
          await as(manager)(results.save, { ...at, marks })
        }
  }
  const plan = () => as(manager)(closings.plan, now.inGrade)
  const close = async (more: object = {}) => {
    const { plan: agreed } = await plan()
    return as(manager)(closings.close, { ...now.inGrade, plan: agreed, acceptMissing: true, ...more })
  }
  const publish = async (more: object = {}) => {
    const { closing } = await close()
    return as(manager)(closings.publish, { ...now.inGrade, closingId: closing!.id, ...more })
  }
  const ofOmar = (person: { phone: string } = parent) => as(person)(results.student, { studentId: omar.id })

  return { ...app, ...traces, begin, withScheme, grid, typedPart, save, correct, markAll, plan, close, publish, ofOmar }
}
