import { fold } from '#web/lib/text.ts'
import type { Item } from '#web/ui/Dropdown.tsx'

/**
 * One field of a setting. The form field, the column when several rows are added, and the line when two versions are compared are all
 * made from it. Its label is `settings.<of>.<name>`.
 */
export type Field = {
  name: string
  /** Its label, if that is not a text of the product. */
  label?: string
  /** One line of text by default. */
  kind?: 'lines' | 'number' | 'link' | 'day' | 'choice'
  /** The choices. `called`: other names of a choice that are accepted in a pasted table. */
  items?: (Item & { called?: string[] })[]
  /** Its list is open at once. */
  opened?: boolean
  /** Key of the text for "none", if the field may be empty. */
  none?: string
  /** Key of a sentence below it. */
  hint?: string
  /** A value to take with one press while the field is empty. */
  proposal?: string | null
  /** A link to the setting that the hint is about; its text is the title of that setting. */
  leadsTo?: { to: string; label: string }
  /** Most rows have the same value: when several are added, the next line starts with the value of the line above. */
  repeats?: boolean
  /** Another field determines it until it is chosen by hand. */
  follows?: { name: string; value: (followed: string) => string }
}

/** Whether it needs the full width; a choice or a number can share a line with another field. */
export const isWide = ({ kind }: Field) => kind === undefined || kind === 'lines' || kind === 'link'

/** The values of a form: always text, '' for empty. */
export type Values = Record<string, string>

/** A row's fields as values of the form. */
export const valuesOf = (fields: readonly Field[], row: object): Values =>
  Object.fromEntries(fields.map(({ name }) => [name, String(Reflect.get(row, name) ?? '')]))

/** A value as it is shown: a choice by its label. */
export const shownValue = ({ kind, items = [] }: Field, value: string) =>
  kind === 'choice' ? (items.find((item) => item.value === value)?.label ?? value) : value

/** The value of a pasted text: a choice is found by its label, a day may have slashes; everything else stays as it is. */
export function readPasted({ kind, items = [] }: Field, text: string) {
  const pasted = text.trim()
  if (kind === 'day') return pasted.replace(/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/, dashed)
  if (kind !== 'choice') return pasted
  const named = itemsNamed(items, pasted)
  return named.length === 1 ? named[0]!.value : pasted
}

/** The choices that a text names; the caller takes none if there are several. */
export function itemsNamed(items: NonNullable<Field['items']>, text: string) {
  const exact = items.filter(({ value, label }) => value === text || fold(label) === fold(text))
  return exact.length > 0 ? exact : items.filter(({ called = [] }) => called.some((one) => fold(one) === fold(text)))
}

/** The names of the fields in which two versions differ. */
export const differences = (one: Values, other: Values) =>
  Object.keys(one).filter((name) => plain(one[name]) !== plain(other[name]))

/** The fields that were changed; only these are sent. */
export const changed = (base: Values, mine: Values): Values =>
  Object.fromEntries(differences(mine, base).map((name) => [name, mine[name] ?? '']))

/** My changes applied to the row as it is stored now: fields that I did not change have the other person's values. */
export const merged = (base: Values, mine: Values, theirs: Values): Values => ({ ...theirs, ...changed(base, mine) })

/**
 * The fields that both changed, to different values: only these need a question. `both` is what `merged` made. A new picture raises the
 * version too, and changes none of them.
 */
export const contested = (base: Values, both: Values, theirs: Values) =>
  differences(both, theirs).filter((name) => plain(base[name]) !== plain(theirs[name]))

const plain = (text = '') => text.replaceAll('\r\n', '\n').trim()

const dashed = (_: string, year: string, month: string, day: string) =>
  [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
