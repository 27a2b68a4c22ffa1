import { describe, expect, test } from 'vitest'
import { studentNumbers } from '#contract/teaching/student-numbers/student-numbers.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { monthId } from '#test/world/school-rows.ts'

const { as, connection } = await testApp()
const { manager, parent, teacher, supervisor, nile, nileYear, nilePastYear, class4a, class4b, arabic, maths, omar } =
  world
const { sql } = tracesIn(connection)

// In the first weeks of a school year the registers of the world reach back into the summer before it.
await sql('update school_year_months set start_date = start_date - 100 where id = $1', [monthId(nileYear, 1)])

const numbers = (person: { phone: string }, input: object = {}) =>
  as(person)(studentNumbers.get, { studentId: omar.id, ...input })

type Marked = { course: string; month: string; result: number | null; full: number; there: boolean }

/** A student's exams as the rows have them. */
const examsOf = (studentId: string, where = 'true'): Promise<Marked[]> =>
  sql(
    `select e.course_id as course, e.month_id as month, r.total_result as result, e.rate as full, r.is_attend as there
     from student_exams r join exams e on e.school_id = r.school_id and e.id = r.exam_id
     where r.student_id = $1 and r.removed_at is null and e.removed_at is null and ${where}`,
    [studentId],
  )

/** A part of a whole in percent, to two decimals, reckoned in whole numbers alone. */
function percent(part: bigint, whole: bigint) {
  const hundredths = (part * 100_00n * 2n + whole) / (whole * 2n)
  return Number(hundredths) / 100
}

const cents = (mark: number) => BigInt(Math.round(mark * 100))

/** What a student reached in a course and a month, from nothing but its marks. */
function reached(marks: Marked[], course: string, month: string) {
  let got = 0n
  let full = 0n
  for (const mark of marks)
    if (mark.course === course && mark.month === month && mark.result !== null) {
      got += cents(mark.result)
      full += cents(mark.full)
    }
  return { got, full }
}

describe('the averages of a student', () => {
  test('are computed from the student’s marks, by course and month and over the year', async () => {
    await another(arabic.id, 1, 30, 22.25)
    await another(arabic.id, 1, 40, 0, false)
    await another(arabic.id, 2, 12.5, null)
    await another(arabic.id, 2, 17, 13.75)
    const marks = await examsOf(omar.id)
    const { exams } = await numbers(supervisor)
    const courses = [...new Set(marks.filter(({ result }) => result !== null).map(({ course }) => course))]
    expect(exams!.courses.map(({ courseId }) => courseId).toSorted()).toEqual(courses.toSorted())

    for (const { courseId, average, weighted, months } of exams!.courses) {
      const own = marks.filter(({ course, result }) => course === courseId && result !== null)
      expect(months.map(({ monthId: id }) => id).toSorted()).toEqual(
        [...new Set(own.map(({ month }) => month))].toSorted(),
      )
      let sum = 0n
      let common = 1n
      for (const one of months) {
        const { got, full } = reached(marks, courseId, one.monthId)
        const inMonth = own.filter(({ month }) => month === one.monthId)
        expect(one).toMatchObject({
          monthId: one.monthId,
          average: percent(got, full),
          exams: inMonth.length,
          missed: inMonth.filter(({ there }) => !there).length,
        })
        sum = sum * full + got * common
        common *= full
      }
      expect(average).toBe(percent(sum, common * BigInt(months.length)))
      expect(weighted).toBe(false)
    }
    const inArabic = exams!.courses.find(({ courseId }) => courseId === arabic.id)!
    expect(inArabic.months.some(({ missed }) => missed === 1)).toBe(true)
    expect(exams!.courses.map(({ courseName }) => courseName)).toEqual(
      exams!.courses.map(({ courseName }) => courseName).toSorted((a, b) => a.localeCompare(b, 'ar')),
    )
  })

  test('weigh months by the rate headers of their names, where there are some', async () => {
    const before = (await numbers(manager)).exams!
    const [first] = before.months
    await sql(`update rate_headers set name = $1, percentage = 30 where school_id = $2 and name = 'اختبار الشهر'`, [
      `  ${first!.name.replace('أ', 'ا')}ـ `.trim(),
      nile.id,
    ])
    const { months, courses } = (await numbers(manager)).exams!
    expect(months.map(({ weight }) => weight)).toEqual([30, ...months.slice(1).map(() => null)])
    for (const course of courses) {
      const inFirst = course.months.find(({ monthId: id }) => id === first!.id)
      if (!inFirst) expect(course).toEqual(before.courses.find(({ courseId }) => courseId === course.courseId))
      else expect(course).toMatchObject({ weighted: true, average: inFirst.average })
    }

    const [, second] = months
    await sql(`update rate_headers set name = $1, percentage = 50 where school_id = $2 and name = 'أعمال السنة'`, [
      second!.name,
      nile.id,
    ])
    const marks = await examsOf(omar.id)
    const { average } = (await numbers(manager)).exams!.courses.find(({ courseId }) => courseId === arabic.id)!
    const one = reached(marks, arabic.id, first!.id)
    const two = reached(marks, arabic.id, second!.id)
    const weighed = one.got * two.full * 30n + two.got * one.full * 50n
    expect(average).toBe(percent(weighed, one.full * two.full * 80n))
    await sql(`update rate_headers set name = id::text where school_id = $1`, [nile.id])
  })

  test('leave out exams and results that were taken away, and other years', async () => {
    const past = await another(maths.id, null, 10, 10)
    expect((await numbers(manager)).exams!.courses.map(({ months }) => months).flat()).not.toContainEqual(
      expect.objectContaining({ monthId: past }),
    )
    const ofPast = await numbers(manager, { yearId: nilePastYear.id })
    expect(ofPast).toMatchObject({
      yearId: nilePastYear.id,
      exams: { courses: [{ courseId: maths.id, average: 100, months: [{ exams: 1, missed: 0 }] }] },
    })
    expect(ofPast.years.map(({ id }) => id)).toEqual([nileYear.id, nilePastYear.id])
    await sql(
      'update student_exams set removed_at = now(), removed_by = $1 where student_id = $2 and total_result = 22.25',
      [manager.id, omar.id],
    )
    const left = await examsOf(
      omar.id,
      `(e.school_id, e.month_id) in (select school_id, id from school_year_months where school_year_id = '${nileYear.id}')`,
    )
    const counted = (await numbers(manager)).exams!.courses.flatMap(({ months }) => months.map(({ exams }) => exams))
    expect(counted.reduce((sum, n) => sum + n, 0)).toBe(left.filter(({ result }) => result !== null).length)
    for (const yearId of [newId(), world.deltaYear.id])
      expect(await numbers(manager, { yearId })).toMatchObject({
        yearId: null,
        attendance: { rate: null, months: [] },
        exams: { months: [], courses: [] },
      })
  })
})

test('the class stands behind a month only where each of its exams has five results, for parents and staff alike', async () => {
  // On some days the world has exams of that month; they would count beside those of this test.
  const [elsewhere, here] = [3, 4].map((nth) => monthId(nileYear, nth))
  await sql('update exams set month_id = $1 where course_id = $2 and month_id = $3', [elsewhere, maths.id, here])
  const month = await another(maths.id, 4, 20, 10)
  const [{ id: examId }] = await sql('select id from exams where course_id = $1 and month_id = $2', [maths.id, month])
  const classmates: { id: string }[] = await sql(
    'select id from students where class_room_id = $1 and active and id <> $2 order by id limit 4',
    [class4a.id, omar.id],
  )
  expect(classmates).toHaveLength(4)
  const behind = async (person: { phone: string }) =>
    (await numbers(person))
      .exams!.courses.find(({ courseId }) => courseId === maths.id)!
      .months.find(({ monthId: id }) => id === month)!.classAverage

  for (const [nth, { id }] of classmates.entries()) {
    expect(await behind(manager)).toBeNull()
    await sql(
      `insert into student_exams (school_id, exam_id, student_id, total_result, is_attend) values ($1, $2, $3, $4, true)`,
      [nile.id, examId, id, 13 + nth],
    )
  }
  // (10 + 13 + 14 + 15 + 16) of 5 × 20
  for (const person of [manager, parent]) expect(await behind(person)).toBe(68)
  await another(maths.id, 4, 20, 20)
  for (const person of [manager, parent]) expect(await behind(person)).toBeNull()
})

test('the attendance rate is present and late of all days that are not excused', async () => {
  const { attendance } = await numbers(supervisor)
  const marks: { date: string; state: string }[] = await sql(
    `select date::text, state from attendance_marks where student_id = $1 order by date`,
    [omar.id],
  )
  const count = (state: string, of = marks) => of.filter((mark) => mark.state === state).length
  const figures = (of = marks) => {
    const there = count('present', of) + count('late', of)
    const days = there + count('absent', of)
    return {
      present: count('present', of),
      late: count('late', of),
      absent: count('absent', of),
      excused: count('excused', of),
      rate: days === 0 ? null : percent(BigInt(there), BigInt(days)),
    }
  }
  const months = [...new Set(marks.map(({ date }) => date.slice(0, 7)))]
  expect(marks.length).toBeGreaterThan(30)
  expect(attendance).toEqual({
    ...figures(),
    months: months.map((month) => ({ month, ...figures(marks.filter(({ date }) => date.startsWith(month))) })),
  })
})

test('a day on which a student had two marks before a student had one a day counts once', async () => {
  const { present, late, absent, excused } = (await numbers(manager)).attendance!
  const key = [nile.id, class4b.id, manager.id]
  const day = `from attendance_marks where student_id = '${omar.id}' and state = 'late' order by date desc limit 1`
  await sql(
    `insert into attendance_sheets (school_id, class_room_id, date, saved_by) select $1, $2, date, $3 ${day}
     on conflict do nothing`,
    key,
  )
  await sql(
    `insert into attendance_marks (id, school_id, class_room_id, student_id, date, state, supervisor_id, superseded)
     select gen_random_uuid(), $1, $2, student_id, date, 'present', $3, true ${day}`,
    key,
  )
  const counts = { present, late, absent, excused }
  expect((await numbers(manager)).attendance).toMatchObject(counts)
})

/** One more exam with Omar's result, in the nth month of the current year or (null) in one of the past year; its month. */
async function another(courseId: string, nth: number | null, full: number, result: number | null, there = true) {
  const month = nth === null ? monthId(nilePastYear, 3) : monthId(nileYear, nth)
  const id = newId()
  await sql(
    `insert into exams (id, school_id, class_room_id, course_id, month_id, exam_date, rate, supervisor_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, nile.id, class4a.id, courseId, month, daysFrom(today, -25), full, teacher.id],
  )
  await sql(
    'insert into student_exams (school_id, exam_id, student_id, total_result, is_attend) values ($1, $2, $3, $4, $5)',
    [nile.id, id, omar.id, result, result === null ? null : there],
  )
  return month
}
