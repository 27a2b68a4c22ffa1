import { fold } from '#contract/language/fold.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import type { Import } from './import.ts'

export type Unknown = Import['unknownNames'][number]

/** A class with the same name in another grade is another class. */
export const keyOf = ({ kind, name, grade }: Pick<Unknown, 'kind' | 'name' | 'grade'>) =>
  `${kind}\n${name}\n${grade ?? ''}`

/** The name for a label, with the grade that the table contains. */
export const nameWithGrade = ({ name, grade }: Pick<Unknown, 'name' | 'grade'>) =>
  grade ? `${isolated(name)} · ${isolated(grade)}` : isolated(name)

/** The names of classes that the school does not have. A name that several classes have can only be matched. */
export const newClassesIn = (unknown: readonly Unknown[]) =>
  unknown
    .filter(({ kind, several }) => kind === 'class' && !several)
    .toSorted((a, b) => inOrder(a.grade ?? '', b.grade ?? '') || inOrder(a.name, b.name))

/** 1/2 stands before 1/10. */
const { compare: inOrder } = new Intl.Collator(undefined, { numeric: true })

type Taught = { courseName: string; className: string; grade: string | null }

/** What a person of a folder teaches, in words: the course, the class and its grade. */
export const taughtWords = ({ courseName, className, grade }: Taught) =>
  [courseName, className, grade && `(${isolated(grade)})`].filter(Boolean).join(' ')

/** A class to be created for all names in `keys`. */
export type ToMake = { name: string; gradeId: string; rows: number; keys: string[] }

/**
 * The classes for names with the chosen grades. In one grade, a name is one class, even if the table writes the grade in
 * different ways.
 */
export function classesToMake(chosen: readonly (Unknown & { gradeId: string })[]): ToMake[] {
  const byName = new Map<string, ToMake>()
  for (const one of chosen) {
    const key = `${one.gradeId}\n${fold(one.name)}`
    const { rows = 0, keys = [] } = byName.get(key) ?? {}
    // A cell may contain line breaks, but the name of a class may not.
    const name = byName.get(key)?.name ?? (one.typed ?? one.name).replace(/\s+/g, ' ')
    byName.set(key, { name, gradeId: one.gradeId, rows: rows + one.rows, keys: [...keys, keyOf(one)] })
  }
  return [...byName.values()]
}

/** The number of places of a new class for this number of rows. It can be changed in the settings of the class. */
export const placesFor = (rows: number) => Math.min(mostPlaces, Math.max(usualPlaces, rows))

/** Used unless there are more rows than this. */
const usualPlaces = 40

/** The maximum for a class. */
const mostPlaces = 500
