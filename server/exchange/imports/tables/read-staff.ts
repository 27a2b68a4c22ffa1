import * as z from 'zod/mini'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
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
  const role = row.value(
    'staffRole',
    (cell) => roleNamed(cell, roles) ?? meantRole(row, reading, cell),
    'The school has no role of this name',
  )
  const roleId = role === 'teacher' ? null : role
  if (name === null && !row.says('staffPhone') && !row.says('staffEmail'))
    row.fault(row.at('staffPhone') === null ? 'staffEmail' : 'staffPhone', 'Give a phone number or an e-mail address')

  if (roleId && (row.says('staffCourses') || row.says('staffClasses')))
    row.fault('staffRole', 'Only a teacher is given courses')
  const taught = coursesIn(row, reading, courses)
  const classRoomIds = classesIn(row, reading)
  if (classRoomIds.length > 0 && !row.says('staffCourses'))
    row.fault('staffCourses', 'Name the course that is taught in this class')
  const teaching = taught.flatMap((courseId): PlannedCourse[] =>
    classRoomIds.length > 0
      ? classRoomIds.map((classRoomId) => ({ courseId, classRoomId }))
      : [{ courseId, classRoomId: null }],
  )
  const shown = ['staffRole', 'staffPhone', 'staffEmail', 'staffCourses', 'staffClasses'] as const
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

/** The role that a person said the name means; null and an unknown name if nobody did. */
function meantRole(row: RowCells, { names }: Reading, cell: string) {
  const id = names.find(({ kind, name }) => kind === 'role' && fold(name) === fold(cell))?.id
  if (id === builtInRoles.schoolTeacher.id) return 'teacher'
  if (!id) row.unknownNames.push({ kind: 'role', name: cell })
  return id ?? null
}

function coursesIn(row: RowCells, { names }: Reading, courses: TableGround['courses']) {
  const wanted = new Map(severalIn(row.text('staffCourses')).map((one) => [fold(one), one]))
  return [...wanted].flatMap(([key, written]) => {
    const meant = names.find(({ kind, name }) => kind === 'course' && fold(name) === key)
    const exact = courses.filter((course) => (meant ? course.id === meant.id : course.key === key))
    const found = exact.length > 0 ? exact : courses.filter((course) => bare(course.key) === bare(key))
    if (found.length === 1) return [found[0]!.id]
    row.unknownNames.push({ kind: 'course', name: written })
    row.fault(
      'staffCourses',
      found.length === 0 ? 'No course of the school has this name' : 'More than one course has this name',
    )
    return []
  })
}

/** A name without articles: «لغة عربية» is «اللغة العربية». */
const bare = (key: string) => key.replace(/(^| )ال(?=\S{2})/g, '$1')

/** A class name may contain the character that separates classes elsewhere (4/أ), so the whole cell is tried first. */
function classesIn(row: RowCells, { classesNamed }: Reading) {
  const cell = row.text('staffClasses')
  if (cell === '') return []
  const names =
    classesNamed(cell, '').length === 1
      ? [cell]
      : cell
          .split(/[,،;؛|\n]/)
          .flatMap((one) => joinedIn(one.trim(), classesNamed))
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

/** «1/1 - 1/2» are two classes, where the school has both and none of this name. */
function joinedIn(name: string, classesNamed: Reading['classesNamed']) {
  const parts = name.split(/\s+[-–+&]\s+|\s+و\s*/)
  const isKnown = (one: string) => classesNamed(one, '').length > 0
  return parts.length > 1 && !isKnown(name) && parts.every(isKnown) ? parts : [name]
}
