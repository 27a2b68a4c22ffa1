import { expect, test } from 'vitest'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { newId } from '#server/db/ids.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { schemeDraft } from '#test/world/result-drafts.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { begin, withScheme, grid, as, sql } = await resultsOfNile()
const { manager, teacher, nile, class4a, omar, arabic, maths } = world

/** Stores the register of a lesson of today with one mark. */
async function take(number: number, course: { id: string }, state: string) {
  const of = [nile.id, class4a.id, today, number]
  await sql(
    `insert into lesson_sheets (school_id, class_room_id, day, number, lesson_id, course_id, version, saved_by)
     values ($1, $2, $3, $4, $5, $6, 1, $7)`,
    [...of, newId(), course.id, teacher.id],
  )
  await sql(
    `insert into lesson_marks (school_id, class_room_id, day, number, id, part, student_id, state, marked_by)
     values ($1, $2, $3, $4, $5, $2, $6, $7, $8)`,
    [...of, newId(), omar.id, state, teacher.id],
  )
}

test('a part counts the lessons of its own course that were missed without excuse, and not those of an excused day', async () => {
  await begin()
  const [typed] = schemeDraft(nile.id).parts
  const there = { ...typed!, name: 'Lessons', nameAr: 'الحصص', weight: 10, final: false, perAbsence: 2, perLate: 0.5 }
  const draft = {
    parts: [
      { ...typed!, weight: 90 },
      { ...there, source: 'lessons' },
    ],
  }
  const { id } = await withScheme(draft)
  const [stored] = (await as(manager)(resultSchemes.list, { schoolId: nile.id })).filter((one) => one.id === id)
  expect(stored).toMatchObject({ parts: [{}, { source: 'lessons', perAbsence: 2, perLate: 0.5 }] })
  const figure = async () => {
    const { students } = await grid()
    const { parts } = students.find(({ studentId }) => studentId === omar.id)!.figures
    return parts.find(({ source }) => source === 'lessons')
  }
  expect(await figure()).toMatchObject({ points: null, derivation: { kind: 'none' } })

  await take(1, arabic, 'present')
  await take(2, arabic, 'absent')
  await take(3, arabic, 'late')
  await take(4, maths, 'absent')
  expect(await figure()).toMatchObject({ points: 7.5, derivation: { kind: 'lessons', count: 3, absent: 1, late: 1 } })

  await sql(
    `insert into excuses (school_id, id, student_id, from_day, to_day, kind, by_parent, asked_by, accepted, decided_by, decided_at)
     values ($1, $2, $3, $4, $4, 'illness', false, $5, true, $5, now())`,
    [nile.id, newId(), omar.id, today, manager.id],
  )
  expect(await figure()).toMatchObject({ points: 9.5, derivation: { absent: 0, late: 1 } })
})
