import * as z from 'zod/mini'
import { Email } from '#contract/language/fields.ts'
import { fold } from '#contract/language/fold.ts'
import type { Reading } from '#server/exchange/imports/read/reading.ts'
import { type RowCells, textIn } from '#server/exchange/imports/read/row-cells.ts'
import { whyNoNumber } from '#server/exchange/imports/read/phones.ts'
import { accountNumberIn, severalIn } from '#server/exchange/imports/read/words.ts'
import { roleNamed } from './role-words.ts'
import type { RowPlan, PlannedCourse } from './plans.queries.ts'
import type { TableGround } from './table-kinds.ts'

/** A staff member with what they will teach: each course in each class of the row, or without a class yet. */
export function personIn(row: RowCells, reading: Reading, { courses, roles }: TableGround): RowPlan | null {
  const name = nameIn(row)
  const phone = row.value('staffPhone', (cell) => accountNumberIn(cell, reading.home), whyNoNumber)
  const email = row.value('staffEmail', (cell) => z.safeParse(Email(), cell).data ?? null, 'Invalid email')
  const role = row.value('staffRole', (cell) => roleNamed(cell, roles), 'The school has no role of this name')
  const roleId = role === 'teacher' ? null : role
  if (name === null && !row.says('staffPhone') && !row.says('staffEmail'))
    row.fault(row.at('staffPhone') === null ? 'staffEmail' : 'staffPhone', 'Give a phone number or an e-mail address')

  if (roleId && (row.says('staffCourses') || row.says('staffClasses')))
    row.fault('staffRole', 'Only a teacher is given courses')
  const taught = coursesIn(row, courses)
  const classRoomIds = classesIn(row, reading)
  if (classRoomIds.length > 0 && !row.says('staffCourses'))
    row.fault('staffCourses', 'Name the course that is taught in this class')
  const teaching = taught.flatMap((courseId): PlannedCourse[] =>
    classRoomIds.length > 0
      ? classRoomIds.map((classRoomId) => ({ courseId, classRoomId }))
      : [{ courseId, classRoomId: null }],
  )
  const shown = ['staffPhone', 'staffEmail', 'staffCourses', 'staffClasses'] as const
  return {
    title: name ?? phone ?? email ?? '',
    words: shown.flatMap((field) => (row.says(field) ? [{ field, name: null, value: row.text(field) }] : [])),
    person: { name, phone, email, roleId, teaching },
  }
}

/** The name in one column, or in two. */
function nameIn(row: RowCells) {
  const whole = textIn(row, 'staffName', 2, 200)
  if (row.says('staffName')) return whole
  const parts = [textIn(row, 'staffFirst', 1, 100), textIn(row, 'staffLast', 1, 100)].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(' ') : null
}

function coursesIn(row: RowCells, courses: TableGround['courses']) {
  const wanted = [...new Set(severalIn(row.text('staffCourses')).map((one) => fold(one)))]
  return wanted.flatMap((key) => {
    const found = courses.filter((course) => course.key === key)
    if (found.length === 1) return [found[0]!.id]
    row.fault(
      'staffCourses',
      found.length === 0 ? 'No course of the school has this name' : 'More than one course has this name',
    )
    return []
  })
}

/** A class name may contain the character that separates classes elsewhere (4/أ), so the whole cell is tried first. */
function classesIn(row: RowCells, { classesNamed }: Reading) {
  const cell = row.text('staffClasses')
  if (cell === '') return []
  const names =
    classesNamed(cell, '').length === 1
      ? [cell]
      : cell
          .split(/[,،;؛|\n]/)
          .map((one) => one.trim())
          .filter(Boolean)
  return names.flatMap((name) => {
    const found = classesNamed(name, '')
    if (found.length === 1) return [found[0]!.id]
    row.unknownNames.push({ kind: 'class', name, ...(found.length > 1 && { several: true }) })
    row.fault(
      'staffClasses',
      found.length === 0 ? 'No class of the school has this name' : 'More than one class has this name; add the grade',
    )
    return []
  })
}
