import { fold } from '#web/lib/text.ts'
import type { Item } from '#web/ui/Dropdown.tsx'

/**
 * One field of a setting, defined once: its form field, its column when several are added and its line when two versions
 * are compared all follow from it. Its label is `settings.<of>.<name>`.
 */
export type Field = {
  name: string
  /** Its label, where it is no text of the product. */
  label?: string
  /** One line of text by default. */
  kind?: 'lines' | 'number' | 'link' | 'day' | 'choice'
  /** Of a choice; `called`: what else than its label names one in a table that is pasted. */
  items?: (Item & { called?: string[] })[]
  /** Key of a choice of nothing, where nothing may be chosen. */
  none?: string
  /** Key of a sentence below it. */
  hint?: string
  /** A link to the setting that the hint is about; its text is the title of that setting. */
  leadsTo?: { to: string; label: string }
  /** Most rows have it alike: when several are added, the next line starts with what stands above. */
  repeats?: boolean
  /** Another field decides it as long as it was not chosen by hand. */
  follows?: { name: string; value: (followed: string) => string }
}

/** Whether it needs the width of its place; what is chosen or counted shares it with another. */
export const isWide = ({ kind }: Field) => kind === undefined || kind === 'lines' || kind === 'link'

/** What a form holds: text throughout, '' for nothing. */
export type Values = Record<string, string>

/** A row's fields as the form holds them. */
export const valuesOf = (fields: readonly Field[], row: object): Values =>
  Object.fromEntries(fields.map(({ name }) => [name, String(Reflect.get(row, name) ?? '')]))

/** A value as it is read: a choice by its label. */
export const shownValue = ({ kind, items = [] }: Field, value: string) =>
  kind === 'choice' ? (items.find((item) => item.value === value)?.label ?? value) : value

/** What was pasted into a field: a choice is found by its label, a day may have slashes; the rest stays as it came. */
export function readPasted({ kind, items = [] }: Field, text: string) {
  const pasted = text.trim()
  if (kind === 'day') return pasted.replace(/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/, dashed)
  if (kind !== 'choice') return pasted
  const named = itemsNamed(items, pasted)
  return named.length === 1 ? named[0]!.value : pasted
}

/** The choices that a text names; more than one of them, and none is taken. */
export function itemsNamed(items: NonNullable<Field['items']>, text: string) {
  const exact = items.filter(({ value, label }) => value === text || fold(label) === fold(text))
  return exact.length > 0 ? exact : items.filter(({ called = [] }) => called.some((one) => fold(one) === fold(text)))
}

/** The names of the fields in which two versions differ. */
export const differences = (one: Values, other: Values) =>
  Object.keys(one).filter((name) => plain(one[name]) !== plain(other[name]))

/** What was changed of a version; only that is sent. */
export const changed = (base: Values, mine: Values): Values =>
  Object.fromEntries(differences(mine, base).map((name) => [name, mine[name] ?? '']))

/** My changes on top of what is stored now: the fields I left alone follow the other person. */
export const merged = (base: Values, mine: Values, theirs: Values): Values => ({ ...theirs, ...changed(base, mine) })

/**
 * Whether there is nothing to choose between the two: the other person left these fields alone (a new picture raises the
 * version too), or wants all of them as I do.
 */
export const isSettled = (base: Values, both: Values, theirs: Values) =>
  differences(base, theirs).length === 0 || differences(both, theirs).length === 0

const plain = (text = '') => text.replaceAll('\r\n', '\n').trim()

const dashed = (_: string, year: string, month: string, day: string) =>
  [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
