import type { Differences } from './alike.ts'
import { collected } from './collected.ts'
import type { Written } from './undone.ts'

/** The reviewed outcomes of an operation for callers whom its access allows, beyond what the interpreter computes: for all, then for some. */
export type Reviewed = {
  all: Record<string, string>
  some: Record<string, Record<string, string>>
  fields: Differences
  /** Null if not reviewed. */
  writes: Written | null
}

/** The reviewed table as stored: compact, one operation per line. `npm run access` renders it for reading. */
export type Kept = { sentences: string[]; operations: Record<string, Row> }

/** For an operation with only one outcome for all, the row is that text alone. */
type Row = string | Record<string, string | Record<string, string>>

/** Instead of a body: all other bodies. */
export const rest = 'rest'

/** A body in the table; kinds that are clear from the object are left out. */
export const named = (about: string) =>
  about
    .replaceAll('Id ', ' ')
    .replaceAll(/(?<=^|, )(?:school|classRoom|student|course|year) (?!unknown|idle|malformed)(?=[^ ,]+(?:,|$))/g, '')
    .replace(/^nothing named$/, 'nothing')

/** The most frequent refusals of their status, which need no number. */
const usual: Record<string, string> = { 400: 'Invalid input', 404: 'Not found' }

export function read(row: Row, sentences: string[]): Reviewed {
  if (typeof row === 'string') return { all: unpacked(row, sentences), some: {}, fields: {}, writes: null }
  const { all, fields, writes, ...some } = row
  return {
    all: all ? unpacked(all as string, sentences) : {},
    some: Object.fromEntries(
      Object.entries(some).flatMap(([groups, text]) => {
        const outcomes = unpacked(text as string, sentences)
        return groups.split(' ').map((group) => [group, outcomes] as const)
      }),
    ),
    fields: Object.fromEntries(
      Object.entries(fields ?? {}).flatMap(([who, names]) =>
        unfolded(names).map((field) => [who === 'own' ? `${field}≠` : field, who]),
      ),
    ),
    writes: writes ? rowsIn(writes as string) : null,
  }
}

export function written({ all, some, fields, writes }: Reviewed, sentences: string[]): Row {
  const groups = collected(Object.entries(some).map(([group, outcomes]) => [group, packed(outcomes, sentences)]))
  const masked = collected(Object.entries(fields).map(([field, who]) => [field.replace('≠', ''), who]))
  const row = {
    ...(Object.keys(all).length > 0 && { all: packed(all, sentences) }),
    ...Object.fromEntries([...groups].map(([text, these]) => [these.join(' '), text])),
    ...(masked.size > 0 && { fields: Object.fromEntries([...masked].map(([who, names]) => [who, folded(names)])) }),
    ...(writes && Object.keys(writes).length > 0 && { writes: inWords(writes) }),
  }
  return Object.keys(row).join() === 'all' ? row.all || row : row
}

/** The number of rows per table, if more than one. */
const inWords = (rows: Written) =>
  Object.entries(rows)
    .map(([table, count]) => (count === 1 ? table : `${table}=${count}`))
    .join(' ')

const rowsIn = (text: string): Written =>
  Object.fromEntries(text.split(' ').map((part) => [part.split('=')[0]!, Number(part.split('=')[1] ?? 1)]))

/** Packs bodies and their outcomes into one text; sentences of refusals are replaced by their number. */
const packed = (outcomes: Record<string, string>, sentences: string[]) =>
  [...collected(Object.entries(outcomes))]
    .map(([outcome, abouts]) => {
      const said = short(outcome, sentences)
      return abouts.join() === rest ? said : `${said}:${folded(abouts.map((about) => about.replaceAll(', ', '+')))}`
    })
    .join(';')

function unpacked(text: string, sentences: string[]): Record<string, string> {
  return Object.fromEntries(
    text.split(';').flatMap((part) => {
      const [outcome, abouts = rest] = part.split(':') as [string, string?]
      const [, status, number] = outcome.match(/^(4\d\d)(?:\.(\d+))?$/) ?? []
      const whole = status ? `${status} ${number ? sentences[Number(number)] : usual[status]}` : outcome
      return unfolded(abouts).map((about) => [about.replaceAll('+', ', '), whole])
    }),
  )
}

function short(outcome: string, sentences: string[]) {
  const [, status, sentence] = outcome.match(/^(4\d\d) (.*)$/) ?? []
  if (!status) return outcome
  return sentence === usual[status] ? status : `${status}.${sentences.indexOf(sentence!)}`
}

/** Joins texts that differ only in the last word: `user class4a/class4b`, `rules.at/name`. */
function folded(all: string[]): string {
  const starts = collected(all.map((one) => [one.slice(lastWord(one)), one.slice(0, lastWord(one))]))
  return [...starts].map(([start, ends]) => start + ends.join('/')).join(',')
}

const unfolded = (text: string): string[] =>
  text.split(',').flatMap((one) => {
    const start = one.slice(0, lastWord(one.split('/')[0]!))
    return one
      .slice(start.length)
      .split('/')
      .map((end) => start + end)
  })

/** The position of the last word. */
const lastWord = (text: string) => Math.max(...[' ', '+', '.'].map((before) => text.lastIndexOf(before))) + 1
