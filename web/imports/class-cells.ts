import { fold } from '#contract/language/fold.ts'
import type { SheetColumn } from './import.ts'

type Room = { id: string; name: string; gradeName: string }

/**
 * What a row writes to name a class, by the positions of its cells: with the grade, or a class of that name in another grade
 * would be meant. Without a column for it the grade stands before a name that several classes have.
 */
export function cellsOfClass(
  { name, gradeName }: Room,
  rooms: readonly Room[],
  columns: readonly Pick<SheetColumn, 'position' | 'meaning'>[],
) {
  const at = (meaning: 'className' | 'gradeName') => columns.find((column) => column.meaning === meaning)?.position
  const [position, gradeAt] = [at('className')!, at('gradeName')]
  if (gradeAt !== undefined)
    return [
      { position, text: name },
      { position: gradeAt, text: gradeName },
    ]
  const isOne = rooms.filter((room) => fold(room.name) === fold(name)).length === 1
  return [{ position, text: isOne ? name : `${gradeName} ${name}` }]
}
