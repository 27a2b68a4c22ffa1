import { fold } from '#contract/language/fold.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import type { Import } from './import.ts'

export type Unknown = Import['unknownNames'][number]

/** A class of one name in another grade is another class. */
export const keyOf = ({ kind, name, grade }: Pick<Unknown, 'kind' | 'name' | 'grade'>) =>
  `${kind}\n${name}\n${grade ?? ''}`

/** The name as a label says it, with the grade that the table gives it. */
export const nameWithGrade = ({ name, grade }: Pick<Unknown, 'name' | 'grade'>) =>
  grade ? `${isolated(name)} · ${isolated(grade)}` : isolated(name)

/** The names of classes that the school does not have; one that several classes have is only to be chosen. */
export const newClassesIn = (unknown: readonly Unknown[]) =>
  unknown.filter(({ kind, several }) => kind === 'class' && !several)

type Taught = { courseName: string; className: string; grade: string | null }

/** What somebody of a folder teaches, in words: the course, the class and its grade. */
export const taughtWords = ({ courseName, className, grade }: Taught) =>
  [courseName, className, grade && `(${isolated(grade)})`].filter(Boolean).join(' ')

/** A class to make for every name in `keys`. */
export type ToMake = { name: string; gradeId: string; rows: number; keys: string[] }

/** The classes of names with the grades that were chosen: in one grade a name is one class, however a table writes that grade. */
export function classesToMake(chosen: readonly (Unknown & { gradeId: string })[]): ToMake[] {
  const byName = new Map<string, ToMake>()
  for (const one of chosen) {
    const key = `${one.gradeId}\n${fold(one.name)}`
    const { rows = 0, keys = [] } = byName.get(key) ?? {}
    // A cell may have lines, the name of a class has none.
    const name = byName.get(key)?.name ?? one.name.replace(/\s+/g, ' ')
    byName.set(key, { name, gradeId: one.gradeId, rows: rows + one.rows, keys: [...keys, keyOf(one)] })
  }
  return [...byName.values()]
}

/** Places of a new class for so many rows. The settings of the class change it. */
export const placesFor = (rows: number) => Math.min(mostPlaces, Math.max(usualPlaces, rows))

/** Where more rows do not ask for more. */
const usualPlaces = 40

/** What a class may have at most. */
const mostPlaces = 500
