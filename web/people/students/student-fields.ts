import * as z from 'zod/mini'
import { Day, Id, optional } from '#contract/language/fields.ts'
import { MiddleName, PartOfName } from '#contract/language/names.ts'
import type { Item } from '#web/ui/Dropdown.tsx'
import type { Field } from '#web/records/fields.ts'

/**
 * The fields of a student, with the classes to choose from. For an enrolled student, another class is a move. A student who has
 * left gets a class when they return. `moves`: the classes are open at once.
 */
export const studentFields = (classRooms: Item[], is: 'new' | 'enrolled' | 'left', moves = false): Field[] => [
  { name: 'firstName' },
  { name: 'middleName' },
  { name: 'lastName' },
  ...(is === 'left' ? [] : [{ ...classField(classRooms, is), opened: moves }]),
  { name: 'birthDate', kind: 'day' },
]

const classField = (classRooms: Item[], is: 'new' | 'enrolled'): Field => ({
  name: 'classRoomId',
  kind: 'choice',
  items: classRooms,
  hint: is === 'enrolled' ? 'settings.students.moveHint' : hintOfNew(classRooms),
})

const hintOfNew = (classRooms: Item[]) => (classRooms.length === 0 ? 'settings.students.noClass' : '')

const known = {
  schoolId: Id,
  firstName: PartOfName,
  middleName: optional(MiddleName),
  lastName: PartOfName,
  birthDate: optional(Day),
}

/** The schema for changing an existing student: the middle name may be missing, and a student who has left has no class. */
export const changedStudent = {
  enrolled: z.strictObject({ ...known, classRoomId: Id }),
  left: z.strictObject(known),
}
