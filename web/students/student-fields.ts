import type { Item } from '#web/ui/Dropdown.tsx'
import type { Field } from '#web/records/fields.ts'

/** The fields of a student, with the classes to choose from. `moves`: they have a class, so another one is a move. */
export const studentFields = (classRooms: Item[], { moves = false } = {}): Field[] => [
  { name: 'firstName' },
  { name: 'middleName' },
  { name: 'lastName' },
  {
    name: 'classRoomId',
    kind: 'choice',
    items: classRooms,
    hint: moves ? 'settings.students.moveHint' : classRooms.length === 0 ? 'settings.students.noClass' : '',
  },
  { name: 'birthDate', kind: 'day' },
]
