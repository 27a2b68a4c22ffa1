import { fold } from '#contract/language/fold.ts'
import type { SheetColumn } from './import.ts'

type Room = { id: string; name: string; gradeName: string }

/**
 * The cells in which a row names a class, by position. They include the grade, because another grade may have a class with the
 * same name. If there is no column for the grade, it is written before a name that several classes have.
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
