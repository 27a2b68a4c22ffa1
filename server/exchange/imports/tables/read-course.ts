import * as z from 'zod/mini'
import { fold } from '#contract/language/fold.ts'
import { NameOf } from '#contract/language/names.ts'
import { type RowCells, textIn } from '#server/exchange/imports/read/row-cells.ts'
import type { RowPlan } from './plans.queries.ts'
import type { TableGround } from './table-kinds.ts'

const Name = NameOf(3, 100)

/** A course: its name, its language if the school teaches in several, and a description, which may be its name. */
export function courseIn(row: RowCells, { languages }: TableGround): RowPlan | null {
  if (!row.says('courseName')) row.fault('courseName', 'Required')
  const name = row.value(
    'courseName',
    (cell) => z.safeParse(Name, cell).data ?? null,
    (cell) => z.safeParse(Name, cell).error!.issues[0]!.message,
  )
  const only = languages.length === 1 ? languages[0] : undefined
  const language = row.says('courseLanguage')
    ? row.value(
        'courseLanguage',
        (cell) => languageNamed(languages, cell),
        'This language is not assigned to the school',
      )
    : only
  if (language === undefined) row.fault('courseLanguage', 'Required')
  const description = textIn(row, 'courseDescription', 3, 2000)
  if (!name || !language) return null
  return {
    title: name,
    words: [{ field: 'courseLanguage', name: null, value: language.name }],
    course: { name, key: fold(name), languageId: language.id, description: description ?? name },
  }
}

type Language = TableGround['languages'][number]

const languageNamed = (languages: readonly Language[], cell: string) =>
  languages.find(
    ({ name }) =>
      fold(name) === fold(cell) ||
      namesOfLanguages.some((some) => some.includes(fold(cell)) && some.includes(fold(name))),
  ) ?? null

/** Names of languages, in words of both languages. */
const namesOfLanguages = [
  ['arabic', 'العربيه', 'عربي', 'اللغه العربيه', 'ar'],
  ['english', 'الانجليزيه', 'انجليزي', 'اللغه الانجليزيه', 'en'],
  ['french', 'الفرنسيه', 'فرنسي', 'اللغه الفرنسيه', 'fr'],
  ['german', 'الالمانيه', 'الماني', 'اللغه الالمانيه', 'de'],
]
