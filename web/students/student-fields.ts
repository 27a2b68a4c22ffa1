import type { Item } from '#web/ui/Dropdown.tsx'
import type { Field } from '#web/records/fields.ts'

/**
 * The fields of a student, with the classes to choose from. Of one who is enrolled another class is a move; one who has left
 * the school gets a class when they return.
 */
export const studentFields = (classRooms: Item[], is: 'new' | 'enrolled' | 'left'): Field[] => [
  { name: 'firstName' },
  { name: 'middleName' },
  { name: 'lastName' },
  ...(is === 'left' ? [] : [classField(classRooms, is)]),
  { name: 'birthDate', kind: 'day' },
]

const classField = (classRooms: Item[], is: 'new' | 'enrolled'): Field => ({
  name: 'classRoomId',
  kind: 'choice',
  items: classRooms,
  hint: is === 'enrolled' ? 'settings.students.moveHint' : classRooms.length === 0 ? 'settings.students.noClass' : '',
})
