import { fold } from '#contract/language/fold.ts'
import type { ImportKind } from '#server/exchange/imports/imports.queries.ts'
import { partsOfName } from './words.ts'
import { type Meaning, type Recognised, recognised } from './headings.ts'

type Rows = readonly { cells: readonly string[] }[]

/** The meanings of columns by their headings. A column without values takes none that another one has. */
export function meaningsOfColumns(headings: readonly string[], rows: Rows, kind: ImportKind): Recognised[] {
  const isFilled = (position: number) => rows.some(({ cells }) => cells[position])
  const found = recognised(
    headings.map((heading, position) => (isFilled(position) ? heading : '')),
    kind,
  )
  const taken = new Set(found.map((one) => one?.meaning))
  const others = recognised(headings, kind)
  return found.map((one, position) => {
    const other = others[position]
    return one ?? (isFilled(position) || !other || (other.meaning && taken.has(other.meaning)) ? null : other)
  })
}

/** The meanings of columns as their values confirm them. What is changed here is to be checked by a person. */
export const confirmedByValues = (found: Recognised[], rows: Rows) =>
  wholeNames(firstNames(tracksNeeded(found, rows), rows), rows)

const positionOf = (found: readonly Recognised[], meaning: Meaning) =>
  found.findIndex((one) => one?.meaning === meaning)

/** A track belongs to the name of a class only where classes of different tracks have one name otherwise. */
function tracksNeeded(found: Recognised[], rows: Rows): Recognised[] {
  const [track, section, grade] = (['classTrack', 'className', 'gradeName'] as const).map((one) =>
    positionOf(found, one),
  )
  if (track! < 0) return found
  const tracks = new Map<string, string>()
  const isNeeded =
    section! >= 0 &&
    rows.some(({ cells }) => {
      if (!cells[section!]) return false
      const key = fold(`${cells[grade!] ?? ''}\n${cells[section!]}`)
      const before = tracks.get(key)
      if (before === undefined) tracks.set(key, cells[track!] ?? '')
      return before !== undefined && before !== (cells[track!] ?? '')
    })
  return found.map((one, at) => {
    if (at !== track || !one) return one
    return isNeeded ? { ...one, guess: 'near' } : null
  })
}

/**
 * Many registers have the names in four columns: «الاسم», that of the father, of the grandfather and of the family. Where the first of them has
 * single words, it is the first name, and the father's is the middle one.
 */
function firstNames(found: Recognised[], rows: Rows): Recognised[] {
  const [full, father, grandfather, last] = (['fullName', 'fatherName', 'grandfather', 'lastName'] as const).map(
    (one) => positionOf(found, one),
  )
  if (full! < 0 || positionOf(found, 'firstName') >= 0 || (grandfather! < 0 && last! < 0)) return found
  const names = rows.flatMap(({ cells }) => cells[full!] || [])
  const single = names.filter((name) => partsOfName(name) === null)
  if (names.length === 0 || single.length < names.length / 2) return found
  return found.map((one, at) => {
    if (at === full) return { meaning: 'firstName', guess: 'near' }
    return at === father ? { meaning: 'middleName', guess: 'near' } : one
  })
}

/** Some gradebooks have the whole name in the column of the first name, and the last one again beside it. */
function wholeNames(found: Recognised[], rows: Rows): Recognised[] {
  const [first, last] = (['firstName', 'lastName'] as const).map((one) => positionOf(found, one))
  if (first! < 0 || last! < 0 || positionOf(found, 'fullName') >= 0 || positionOf(found, 'middleName') >= 0)
    return found
  const filled = rows.filter(({ cells }) => cells[first!] && cells[last!])
  const whole = filled.filter(({ cells }) => {
    const name = fold(cells[first!]!)
    return name.split(' ').length > 2 && name.endsWith(` ${fold(cells[last!]!)}`)
  })
  if (filled.length === 0 || whole.length < filled.length / 2) return found
  return found.map((one, at) => {
    if (at === first) return { meaning: 'fullName', guess: 'near' }
    return at === last ? null : one
  })
}

/** Whether values identify people in another system: each once, and not the numbers of lines, which other people have in every other list. */
export function areKeys(values: readonly string[]) {
  const filled = values.filter(Boolean)
  return (
    filled.length > 0 && new Set(filled).size === filled.length && filled.every((value) => !/^\d{1,4}$/.test(value))
  )
}
