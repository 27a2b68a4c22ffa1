import type { ZodMiniType } from 'zod/mini'
import { sentenceOf } from '#contract/language/messages.ts'
import { withoutBlanks } from '#web/lib/resolver.ts'
import { fold } from '#web/lib/text.ts'
import { type Field, readPasted, type Values } from './fields.ts'

/** One of several rows to be added; `errors` by field, or under '' for the whole line. */
export type DraftLine = { key: number; values: Values; errors: Record<string, string> }

/** The largest number of rows that can be added at once (api.md §8.8). */
export const mostLines = 200

/** A new line: fields that usually repeat start with the value of the line above, in the first line with `start`. */
export function lineAfter(above: DraftLine | undefined, fields: Field[], start: Values = {}): DraftLine {
  const first = ({ name, repeats }: Field) => [name, (repeats && (above ? above.values : start)[name]) || '']
  return { key: (above?.key ?? 0) + 1, values: Object.fromEntries(fields.map(first)), errors: {} }
}

/** Whether nothing was typed into a line: values that repeat from above or follow from other fields do not count. */
export const isBlank = ({ values }: DraftLine, fields: Field[]) =>
  fields.every(({ name, repeats, follows }) => repeats || follows || !values[name]?.trim())

/** One cell of one line changed. */
export const withValue = (lines: DraftLine[], key: number, name: string, value: string): DraftLine[] =>
  lines.map((line) => {
    if (line.key !== key) return line
    const { [name]: _, '': __, ...errors } = line.errors
    return { ...line, values: { ...line.values, [name]: value }, errors }
  })

/** Pastes cells of a spreadsheet over the lines, starting at one cell. Lines are added as needed; a row of headings is left out. */
export function pasted(
  lines: DraftLine[],
  { key, name, text, fields, labels }: { key: number; name: string; text: string; fields: Field[]; labels: string[] },
): DraftLine[] {
  const rows = cellsOf(text).filter((cells, i) => !(i === 0 && isHeading(cells, labels)))
  const at = lines.findIndex((line) => line.key === key)
  const columns = fields.slice(fields.findIndex((field) => field.name === name))
  const all = [...lines]
  for (const [i, cells] of rows.slice(0, mostLines - at).entries()) {
    const line = all[at + i] ?? lineAfter(all.at(-1), fields)
    const laid = columns.flatMap((field, c) =>
      cells[c] === undefined ? [] : [[field.name, readPasted(field, cells[c])] as const],
    )
    const above = i > 0 ? lineAfter(all[at + i - 1], fields).values : {}
    const empty = isBlank(line, fields)
    all[at + i] = {
      key: line.key,
      values: { ...line.values, ...(empty && onlyFilled(above)), ...Object.fromEntries(laid) },
      errors: {},
    }
  }
  return all
}

/** The lines with the errors of each, in the sentences that the server would answer. */
export const checked = (lines: DraftLine[], fields: Field[], schema: ZodMiniType, start: Values): DraftLine[] =>
  lines.map((line) => {
    if (isBlank(line, fields)) return { ...line, errors: {} }
    const read = schema.safeParse(withoutBlanks({ ...start, ...line.values }))
    const errors: Record<string, string> = {}
    for (const issue of read.error?.issues ?? []) {
      const at = String(issue.path[0] ?? '')
      errors[fields.some(({ name }) => name === at) ? at : ''] ??= sentenceOf(issue as never)
    }
    return { ...line, errors }
  })

/** The lines with the errors of the server, which names a field as `items[2].name`. */
export function refused(lines: DraftLine[], fields: Field[], refusals: [string, string][]): DraftLine[] {
  const sent = lines.filter((line) => !isBlank(line, fields))
  const errors = new Map<number, Record<string, string>>()
  for (const [at, sentence] of refusals) {
    const [, index, name = ''] = /^items\[(\d+)\]\.?(.*)$/.exec(at) ?? []
    const line = sent[Number(index)]
    if (!line) continue
    const known = fields.some((field) => field.name === name) ? name : ''
    errors.set(line.key, { [known]: sentence, ...errors.get(line.key) })
  }
  return lines.map((line) => ({ ...line, errors: errors.get(line.key) ?? {} }))
}

/** Rows and cells of a text copied from a spreadsheet: tabs between cells, quotes around a cell that contains line breaks. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))(\t|\r?\n|$)/g,
  )) {
    rows.at(-1)!.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  return rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
}

const isHeading = (cells: string[], labels: string[]) => {
  const known = new Set(labels.map(fold))
  return cells.every((cell) => known.has(fold(cell)))
}

const onlyFilled = (values: Values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

type Written = { key: number; name: string; fields: readonly Field[] }

/** A line in which a field was filled, with the fields that follow it; a field that was chosen by hand before stays. */
export const following = (before: DraftLine[], lines: DraftLine[], { key, name, fields }: Written): DraftLine[] => {
  const was = before.find((line) => line.key === key)?.values ?? {}
  return lines.map((line) => {
    if (line.key !== key) return line
    const decided = fields.flatMap((field) => {
      if (field.follows?.name !== name) return []
      const mine = was[field.name] ?? ''
      const byHand = mine !== '' && mine !== field.follows.value(was[name] ?? '')
      return byHand ? [] : [[field.name, field.follows.value(line.values[name] ?? '')]]
    })
    return decided.length === 0 ? line : { ...line, values: { ...line.values, ...Object.fromEntries(decided) } }
  })
}
