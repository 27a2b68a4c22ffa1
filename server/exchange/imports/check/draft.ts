import { numberKindNames } from '#contract/people/official-records/number-kinds.ts'
import { importLimits } from '#contract/exchange/imports/imports.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { isSheetToCopy } from '#server/exchange/exports/template-sheets.rules.ts'
import type { Folder } from '#server/exchange/imports/beside/beside.queries.ts'
import { rosterIn, tableOfRoster } from '#server/exchange/imports/read/folder/folder.ts'
import { areKeys, confirmedByValues, meaningsOfColumns } from '#server/exchange/imports/read/by-values.ts'
import { headingsUnder } from '#server/exchange/imports/read/upper-headings.ts'
import { titleHeading, withClassTitles } from '#server/exchange/imports/read/class-titles.ts'
import { headingsIn, isSecret, type Meaning, recognised } from '#server/exchange/imports/read/headings.ts'
import type {
  Column,
  ImportKind,
  ImportSource,
  NamedName,
  RowFields,
  SuggestedField,
} from '#server/exchange/imports/imports.queries.ts'
import { fold } from '#contract/language/fold.ts'
import { knownNames } from './names.queries.ts'
import { suggestedField } from './suggested-field.ts'
import {
  type FileContent,
  type FileRow,
  type ImportedSheet,
  tooManyRows,
} from '#server/exchange/imports/read/read-file.ts'
import {
  chosenSheets,
  type Headed,
  mustChoose,
  sheetHeading,
  tableOfSheets,
} from '#server/exchange/imports/read/sheets.ts'
import { listsIn, readTogether } from '#server/exchange/imports/read/side-by-side.ts'
import { countryOfZone, kindOfHeading } from '#server/exchange/imports/read/number-kind.ts'
import type { Reading } from '#server/exchange/imports/read/reading.ts'
import { readingOn, readRow } from '#server/exchange/imports/read/read-row.ts'
import { type DatesOfColumn, datesIn } from '#server/exchange/imports/read/dates.ts'
import { isTable } from '#server/exchange/imports/tables/table-kinds.ts'
import { tableGround } from '#server/exchange/imports/tables/courses.queries.ts'
import { givableRoles } from '#server/people/teachers/invited-roles.rules.ts'
import { codeIn, mobileIn } from '#server/exchange/imports/read/words.ts'

export type Table = {
  kind: ImportKind
  source: ImportSource
  columns: Column[]
  rows: FileRow[]
  folder: Folder | null
}

/** What a person chose for a file of several parts. `sheets`: numbers of sheets of a workbook or schools of a folder. */
export type ChosenParts = {
  sheets?: number[] | null
  hiddenRows?: 'leaveOut' | 'take' | null
  lists?: 'first' | 'all' | null
}

/**
 * The table in an upload, with the meanings of its headings as far as known. Throws 400 if there is no table, and 409 with the choices if
 * something must be chosen first.
 */
export function tableIn(content: FileContent, parts: ChosenParts = {}, kind: ImportKind = 'students'): Table {
  const { source, headings, below: written, folder } = headedIn(content, parts, kind)
  const below = withoutSecrets(headings, written)
  if (below.length === 0) throw invalid('The table has no rows')
  if (isTable(kind) && below.length > importLimits.tableRows) throw invalid('The table has more than 2,000 rows')
  if (below.length > importLimits.rows) throw tooManyRows()

  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), headings.length)
  const names = Array.from({ length: width }, (_, position) => headings[position] ?? '')
  const meant = confirmedByValues(meaningsOfColumns(names, below, kind), below)
  // Schools with one sheet per class name the sheet after the class.
  if (kind === 'students' && names[0] === sheetHeading && !meant.some((one) => one?.meaning === 'className'))
    meant[0] = { meaning: 'className', guess: 'near' }
  const inTitles = names.indexOf(titleHeading)
  if (inTitles >= 0) meant[inTitles] = { meaning: 'className', guess: 'near' }
  const taken = new Set(meant.map((one) => one?.meaning))
  const columns = names.map((heading, position) => {
    const values = below.map(({ cells }) => cells[position] ?? '')
    const notCodes = meant[position]?.meaning === 'code' && values.some(Boolean) && !values.some(codeIn)
    const ofOthers = notCodes && !taken.has('otherNumber') && areKeys(values) ? numberOfOthers : null
    const { meaning = null, guess = null } = (notCodes ? ofOthers : meant[position]) ?? {}
    const ofValues = meant[position] ? null : suggestedField(values)
    const suggested = notCodes ? ofNumbers : ofValues
    const samples = samplesOf(below, position)
    return {
      numberKind: kindOfHeading(heading),
      heading: heading.slice(0, 100),
      meaning,
      guess,
      samples,
      recordFieldId: null,
      suggested,
      notCodes,
      ...noDates,
    }
  })
  return { kind, source, columns: withDates(columns, below), rows: below, folder }
}

function headedIn(
  content: FileContent,
  parts: ChosenParts,
  kind: ImportKind,
): Headed & Pick<Table, 'source' | 'folder'> {
  const { sheets: numbers = null } = parts
  if ('files' in content) {
    const roster = kind === 'students' ? rosterIn(content.files) : null
    if (!roster) return { source: 'table', folder: null, ...listsOfFolder(content.files, parts, kind) }
    const { source, rows, folder } = tableOfRoster(roster, content.files, numbers)
    return { source, folder, ...parted(rows, kind) }
  }
  const plain = { source: 'table', folder: null } as const
  const whole = (one: Sheet) => ({ ...plain, ...wholeOf([one], parts, kind)[0]! })
  if ('rows' in content) return whole({ number: 1, name: '', rows: content.rows })
  // The template of Kashkool also contains a sheet of names to copy, besides the one that was filled in.
  const filled = content.sheets.filter(({ name, rows }) => !isSheetToCopy(name, (rows[0]?.cells ?? []).filter(Boolean)))
  if (!numbers && filled.length === 1) return whole(filled[0]!)
  const offered = numbers || filled.length === 0 ? content.sheets : filled
  return { ...plain, ...tableOfSheets(wholeOf(chosenSheets(offered, numbers), parts, kind)) }
}

/** The lists of a folder that is none of a known system, or is to bring something else than students: those that were chosen, as tables. */
function listsOfFolder(files: Extract<FileContent, { files: unknown }>['files'], parts: ChosenParts, kind: ImportKind) {
  const score = (rows: FileRow[]) => Math.max(0, ...rows.slice(0, 10).map(({ cells }) => headingsIn(cells, kind)))
  const lists = Object.entries(files)
    .map(([name, rows]) => ({ name: `${name}.csv`, isHidden: false, rows, score: score(rows) }))
    .filter(({ rows }) => rows.length > 0)
    .toSorted((a, b) => b.score - a.score || a.name.localeCompare(b.name))
    .map((list, nth) => ({ ...list, number: nth + 1 }))
  const { sheets: numbers = null } = parts
  if (lists.length === 0) throw invalid('The table has no rows')
  const chosen = lists.length === 1 ? lists : chosenSheets(lists, numbers, 'files')
  const tables = wholeOf(chosen, parts, kind)
  return tables.length === 1 ? tables[0]! : tableOfSheets(tables)
}

type Sheet = Pick<ImportedSheet, 'number' | 'name' | 'rows'>

/** The tables of sheets, with hidden rows and with lists side by side as they were chosen. Throws 409 if they were not. */
function wholeOf(sheets: readonly Sheet[], { hiddenRows, lists }: ChosenParts, kind: ImportKind) {
  const tables = sheets.map(({ rows, ...sheet }) => ({ ...sheet, ...parted(rows, kind) }))
  const counted = (count: (table: Headed) => number) =>
    tables.map(({ number, name, ...table }) => ({ number, name, rows: count(table) })).filter(({ rows }) => rows > 0)
  const hidden = counted(({ below }) => below.filter((row) => row.hidden).length)
  if (hidden.length > 0 && !hiddenRows) mustChoose('hiddenRows', hidden)
  const seen = tables.map((table) => ({
    ...table,
    below: table.below.filter((row) => hiddenRows === 'take' || !row.hidden),
  }))
  const beside = counted((table) =>
    listsIn(table, kind)
      .slice(1)
      .reduce((sum, { below }) => sum + below.length, 0),
  )
  if (beside.length > 0 && !lists) mustChoose('lists', beside)
  return seen.map((table) => ({ ...table, ...(lists === 'all' ? readTogether(listsIn(table, kind)) : {}) }))
}

/** The rows without the cells below headings of passwords, which nobody may read here and nothing needs. */
function withoutSecrets(headings: readonly string[], rows: FileRow[]): FileRow[] {
  const secret = new Set(headings.flatMap((heading, position) => (isSecret(heading) ? [position] : [])))
  if (secret.size === 0) return rows
  return rows.map(({ row, cells }) => ({
    row,
    cells: cells.map((cell, position) => (secret.has(position) ? '' : cell)),
  }))
}

const numberOfOthers = { meaning: 'otherNumber', guess: 'near' } as const

/** Numbers that another system gave are no quantities; they keep their zeros. */
const ofNumbers: SuggestedField = { kind: 'text', choices: [] }

const noDates = { dayOrder: null, dayExample: null, hijriExample: null, dayOrderChosen: false }

type Dated = {
  meaning: string | null
  dayOrder: DatesOfColumn['dayOrder']
  dayOrderChosen?: boolean
  numberKind?: string | null
}

/** The columns with the order of day and month in their dates: as a person chose it, else as the values show it. */
export const withDates = <C extends Dated>(columns: readonly C[], rows: readonly { cells: readonly string[] }[]) =>
  columns.map((column, position) => {
    if (column.meaning !== 'birthDate') return { ...column, ...noDates }
    const found = datesIn(rows.map(({ cells }) => cells[position] ?? ''))
    return { ...column, ...found, ...(column.dayOrderChosen && { dayOrder: column.dayOrder }) }
  })

/** Columns without a meaning whose heading is the name of one of the school's own fields. */
export const withOwnFields = (columns: readonly Column[], fields: readonly { id: string; name: string }[]) => {
  const taken = new Set<string>()
  return columns.map((column) => {
    const field =
      column.meaning === null && column.guess === null
        ? fields.find(({ name }) => fold(name) === fold(column.heading))
        : undefined
    if (!field || taken.has(field.id)) return column
    taken.add(field.id)
    return { ...column, meaning: 'ownField', guess: 'exact' as const, recordFieldId: field.id }
  })
}

/** The heading row and the rows below it. There may be a title above it. A table of values only has no headings. */
function parted(rows: readonly FileRow[], kind: ImportKind): Headed {
  const scores = rows.slice(0, 10).map(({ cells }) => headingsIn(cells, kind))
  const best = Math.max(0, ...scores)
  if (best > 0) {
    const at = scores.indexOf(best)
    const found = { headings: headingsUnder(rows[at - 1], rows[at]!), below: rows.slice(at + 1) }
    const isOfClass = recognised(found.headings, kind).some((one) => one?.meaning === 'className')
    return isTable(kind) || isOfClass ? found : withClassTitles(found, rows.slice(0, at))
  }
  const [first, ...below] = rows
  const isValue = (cell: string) => /^[\d٠-٩۰-۹]/.test(cell) || mobileIn(cell) !== null
  return !first || first.cells.some(isValue) ? { headings: [], below: [...rows] } : { headings: first.cells, below }
}

const samplesOf = (rows: readonly FileRow[], position: number) =>
  [
    ...new Set(
      rows
        .slice(0, 50)
        .map(({ cells }) => cells[position] ?? '')
        .filter(Boolean)
        .map((cell) => cell.slice(0, 60)),
    ),
  ].slice(0, 3)

type Settings = {
  kind: ImportKind
  columns: readonly (Dated & { recordFieldId?: string | null })[]
  names: NamedName[]
  classRoomId: string | null
  relationId: string | null
  invites: boolean
}

/** The classes, relations and columns that rows of an import are read with, in the present state of the school. */
export async function readingFor(
  db: Db,
  { id, today, timeZone }: { id: string; today: string; timeZone?: string },
  { kind, columns, invites, names, classRoomId, relationId }: Settings,
): Promise<Reading> {
  const meant = columns.flatMap(({ meaning }, position) =>
    meaning && meaning !== 'ownField' ? [[meaning as Meaning, position] as const] : [],
  )
  const dayOrder = columns.find(({ meaning }) => meaning === 'birthDate')?.dayOrder ?? null
  const settings = { names, classRoomId, relationId, invites }
  const { fields, ...known } = await knownNames(db, id)
  const own = columns.flatMap(({ recordFieldId }, position) => {
    const field = fields.find((one) => one.id === recordFieldId)
    return field ? [{ position, field }] : []
  })
  const table = isTable(kind) ? { ...(await tableGround(db, id)), roles: await givableRoles(db, id) } : null
  const chosen = columns.find(({ meaning }) => meaning === 'nationalNumber')?.numberKind
  const numberKind = numberKindNames.find((kind) => kind === chosen) ?? null
  const country = countryOfZone(timeZone)
  return readingOn({
    ...known,
    ...settings,
    kind,
    table,
    columns: new Map(meant),
    own,
    dayOrder,
    today,
    country,
    numberKind,
  })
}

/** Reads rows; between portions of many rows it lets other work run. */
export async function readRows(reading: Reading, rows: readonly FileRow[]): Promise<RowFields[]> {
  const read: RowFields[] = []
  for (const [nth, { row, cells }] of rows.entries()) {
    if (nth % 500 === 499) await new Promise((next) => setImmediate(next))
    read.push({ row, ...readRow(reading, cells) })
  }
  return read
}
