import { importLimits } from '#contract/exchange/imports/imports.ts'
import { invalid } from '#server/base/errors.ts'
import { isSheetToCopy } from '#server/exchange/exports/template-sheets.rules.ts'
import type { Folder } from '#server/exchange/imports/beside/beside.queries.ts'
import { rosterIn, tableOfRoster } from '#server/exchange/imports/read/folder/folder.ts'
import { areKeys, confirmedByValues, meaningsOfColumns } from '#server/exchange/imports/read/by-values.ts'
import { withWholeBirthDates } from '#server/exchange/imports/read/birth-parts.ts'
import { headingsAbove, headingsUnder } from '#server/exchange/imports/read/upper-headings.ts'
import { titleHeading, withClassTitles } from '#server/exchange/imports/read/class-titles.ts'
import { headingsIn, isSecret, type Recognised, recognised } from '#server/exchange/imports/read/headings.ts'
import type { Column, ImportKind, ImportSource, SuggestedField } from '#server/exchange/imports/imports.queries.ts'
import { marksSaidIn, withCourseColumns, withoutMaxima } from '#server/exchange/imports/marks/mark-columns.ts'
import { withDayColumns, withDayHeadings } from '#server/exchange/imports/days/day-columns.ts'
import type { MarksOf } from '#server/exchange/imports/marks/marks.queries.ts'
import { hasLineItems, tableOfResults } from '#server/exchange/imports/read/folder/marks.ts'
import { fold } from '#contract/language/fold.ts'
import { hiddenColumnsOf, withoutHiddenColumns } from './hidden-columns.ts'
import { filledDown } from './fill-down.ts'
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
import { kindOfHeading } from '#server/exchange/imports/read/number-kind.ts'
import { type DatesOfColumn, datesIn } from '#server/exchange/imports/read/dates.ts'
import { withTotalDue } from '#server/exchange/imports/tables/total-due.ts'
import { bringsOfStudents, isTable } from '#server/exchange/imports/tables/table-kinds.ts'
import { codeIn, mobileIn } from '#server/exchange/imports/read/words.ts'

export type Table = {
  kind: ImportKind
  source: ImportSource
  columns: Column[]
  rows: FileRow[]
  folder: Folder | null
  /** Whence marks are, as far as the file says it. */
  marks: MarksOf | null
  /** What stands above the tables, and the names of their sheets. */
  titles: string[]
}

/** What a person chose for a file of several parts. `sheets`: numbers of sheets of a workbook or schools of a folder. */
export type ChosenParts = {
  sheets?: number[] | null
  hiddenRows?: 'leaveOut' | 'take' | null
  hiddenColumns?: 'leaveOut' | 'take' | null
  lists?: 'first' | 'all' | null
}

/**
 * The table in an upload, with the meanings of its headings as far as known. Throws 400 if there is no table, and 409 with the choices if
 * something must be chosen first.
 */
export function tableIn(content: FileContent, parts: ChosenParts = {}, kind: ImportKind = 'students'): Table {
  const { source, folder, ...found } = headedIn(content, parts, kind)
  const { headings, below: written } = kind === 'students' ? withWholeBirthDates(found) : found
  const { rows: below, maxima } = ofKind(kind, withoutSecrets(headings, written), headings)
  if (below.length === 0) throw invalid('The table has no rows')
  if (isTable(kind) && kind !== 'balances' && below.length > importLimits.tableRows)
    throw invalid('The table has more than 2,000 rows')
  if (below.length > importLimits.rows) throw tooManyRows()

  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), headings.length)
  const names = Array.from({ length: width }, (_, position) => headings[position] ?? '')
  const known = confirmedByValues(meaningsOfColumns(names, below, kind), below)
  const meant = withColumnsOfKind(kind, known, names, below)
  // Schools with one sheet per class name the sheet after the class.
  if (kind === 'students' && names[0] === sheetHeading && !meant.some((one) => one?.meaning === 'className'))
    meant[0] = { meaning: 'className', guess: 'near' }
  const inTitles = names.indexOf(titleHeading)
  if (inTitles >= 0) {
    const empty = meant.findIndex((one) => one?.meaning === 'className')
    if (empty >= 0) meant[empty] = null
    meant[inTitles] = { meaning: 'className', guess: 'near' }
  }
  const taken = new Set(meant.map((one) => one?.meaning))
  const columns = names.map((heading, position) => {
    const values = below.map(({ cells }) => cells[position] ?? '')
    const notCodes = meant[position]?.meaning === 'code' && values.some(Boolean) && !values.some(codeIn)
    const ofOthers = notCodes && !taken.has('otherNumber') && areKeys(values) ? numberOfOthers : null
    const { meaning = null, guess = null } = (notCodes ? ofOthers : meant[position]) ?? {}
    const ofValues = meant[position] || bringsOfStudents(kind) ? null : suggestedField(values)
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
      fullMark: maxima[position] ?? null,
      gaps: [],
      fillDown: null,
      ...noDates,
    }
  })
  const titles = titlesOf(content)
  const marks = kind === 'marks' ? marksSaidIn(titles) : null
  const dated = withDates(columns, below)
  // Who has no class in a folder of another system has none there.
  const settled = source === 'table' ? filledDown(dated, below, { kind }).columns : dated
  return { kind, source, columns: settled, rows: below, folder, marks, titles }
}

/** Columns that are known by their heading and values together: those of courses and of days. */
function withColumnsOfKind(kind: ImportKind, known: Recognised[], names: readonly string[], rows: readonly FileRow[]) {
  if (kind === 'marks') return withCourseColumns(known, names, rows)
  if (kind === 'balances') return withTotalDue(known, names)
  return kind === 'attendance' ? withDayColumns(known, names) : known
}

/** What stands above tables: rows with one cell, and the names of sheets. */
function titlesOf(content: FileContent) {
  if ('files' in content) return []
  const sheets = 'sheets' in content ? content.sheets : [{ name: '', rows: content.rows }]
  const isTitle = ({ cells }: FileRow) => cells.filter(Boolean).length === 1
  return sheets.flatMap(({ name, rows }) => [
    ...rows
      .slice(0, 8)
      .filter(isTitle)
      .flatMap(({ cells }) => cells),
    name,
  ])
}

/** The rows of a table, and the maxima of its columns of marks, which many sheets have in a row of its own. */
const ofKind = (kind: ImportKind, rows: FileRow[], headings: readonly string[]) =>
  kind === 'marks' ? withoutMaxima(rows, headings) : { rows, maxima: [] }

function headedIn(
  content: FileContent,
  parts: ChosenParts,
  kind: ImportKind,
): Headed & Pick<Table, 'source' | 'folder'> {
  const { sheets: numbers = null } = parts
  if ('files' in content && kind === 'marks' && hasLineItems(content.files))
    return { source: 'oneRoster', folder: null, ...parted(tableOfResults(content.files, numbers), kind) }
  if ('files' in content) {
    const roster = kind === 'students' ? rosterIn(content.files) : null
    if (!roster) return { source: 'table', folder: null, ...listsOfFolder(content.files, parts, kind) }
    const { source, rows, folder } = tableOfRoster(roster, content.files, numbers)
    return { source, folder, ...parted(rows, kind) }
  }
  const plain = { source: 'table', folder: null } as const
  const whole = (one: Sheet) => ({ ...plain, ...wholeOf([one], parts, kind)[0]! })
  if ('rows' in content) return whole({ ...content, number: 1, name: '' })
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

type Sheet = Pick<ImportedSheet, 'number' | 'name' | 'rows' | 'hiddenColumns'>

/** The tables of sheets, with hidden rows and with lists side by side as they were chosen. Throws 409 if they were not. */
function wholeOf(sheets: readonly Sheet[], { hiddenRows, hiddenColumns, lists }: ChosenParts, kind: ImportKind) {
  const hiddenOnes = hiddenColumnsOf(sheets, (rows) => parted(rows, kind).headings)
  if (hiddenOnes.length > 0 && !hiddenColumns) mustChoose('hiddenColumns', hiddenOnes)
  const taken = hiddenColumns === 'take' ? sheets : sheets.map(withoutHiddenColumns)
  const tables = taken.map(({ rows, hiddenColumns: _, ...sheet }) => ({ ...sheet, ...parted(rows, kind) }))
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

/** Whether a column has dates. */
export const isDated = ({ meaning }: { meaning: string | null }) =>
  meaning === 'birthDate' || meaning === 'feeDay' || meaning === 'attendDay'

/** The columns with the order of day and month in their dates: as a person chose it, else as the values show it. */
export const withDates = <C extends Dated>(columns: readonly C[], rows: readonly { cells: readonly string[] }[]) =>
  columns.map((column, position) => {
    if (!isDated(column)) return { ...column, ...noDates }
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
    const divided = headingsAbove(rows[at]!, rows[at + 1], kind)
    const under = divided
      ? { headings: divided, below: rows.slice(at + 2) }
      : { headings: headingsUnder(rows[at - 1], rows[at]!), below: rows.slice(at + 1) }
    const found = kind === 'attendance' ? withDayHeadings(under) : under
    const ofClass = recognised(found.headings, kind).findIndex((one) => one?.meaning === 'className')
    const isOfClass = ofClass >= 0 && found.below.some((row) => hasValueBeside(row, ofClass, found.headings))
    return isTable(kind) || isOfClass ? withoutRepeated(found) : withClassTitles(found, rows.slice(0, at), kind)
  }
  const [first, ...below] = rows
  const isValue = (cell: string) => /^[\d٠-٩۰-۹]/.test(cell) || mobileIn(cell) !== null
  return !first || first.cells.some(isValue) ? { headings: [], below: [...rows] } : { headings: first.cells, below }
}

/** Printed lists have their headings again on each page. */
const withoutRepeated = ({ headings, below }: Headed): Headed => {
  const repeated = headings.map((one) => fold(one)).filter(Boolean)
  const isRepeated = ({ cells }: FileRow) =>
    cells.some(Boolean) && String(cells.map((cell) => fold(cell)).filter(Boolean)) === String(repeated)
  return { headings, below: repeated.length > 1 ? below.filter((row) => !isRepeated(row)) : below }
}

/** Whether a row has a value in a column, beside others: titles have no others, and headings are repeated above blocks. */
const hasValueBeside = ({ cells }: FileRow, position: number, headings: readonly string[]) =>
  Boolean(cells[position]) &&
  cells.filter(Boolean).length > 1 &&
  fold(cells[position]!) !== fold(headings[position] ?? '')

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
