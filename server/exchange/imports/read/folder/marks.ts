import { invalid } from '#server/base/errors.ts'
import type { FileRow } from '#server/exchange/imports/read/read-file.ts'
import { chosenAmong } from '#server/exchange/imports/read/sheets.ts'
import { fold } from '#contract/language/fold.ts'
import { type Files, type Line, lines, liveLines } from './lines.ts'
import { usersRoster } from './users.ts'

/** Whether a folder has the marks of OneRoster: results of line items. */
export const hasLineItems = (files: Files) => files.results !== undefined && files.lineitems !== undefined

const headings = [
  'otherNumber',
  'firstName',
  'middleName',
  'lastName',
  'markCourse',
  'markYear',
  'markTerm',
  'mark',
  'markOf',
  'markWord',
]

/**
 * The results of a OneRoster folder as a table with a row for each. Where a class has several line items in one term, those that are its marks
 * have to be chosen by their titles: throws 409 with them until `numbers` names some.
 */
export function tableOfResults(files: Files, numbers: number[] | null): FileRow[] {
  const people = new Map(files.users ? usersRoster(files).people.map((one) => [one.id, one]) : [])
  const named = (rows: FileRow[] | undefined) => new Map(lines(rows).map((line) => [line.id('sourcedId'), line]))
  const [sessions, classes, courses] = [named(files.academicsessions), named(files.classes), named(files.courses)]
  const items = new Map(liveLines(files.lineitems).map((line) => [line.id('sourcedId'), line]))
  const chosen = itemsChosen([...items.values()], liveLines(files.results), numbers)
  const rows = liveLines(files.results).flatMap((line): FileRow[] => {
    const item = items.get(line.id('lineItemSourcedId'))
    if (!item || !chosen(item)) return []
    const room = classes.get(item.id('classSourcedId'))
    const course = courses.get(room?.id('courseSourcedId') ?? '')
    const { year, term } = termOf(sessions, sessionOf(item))
    const id = line.id('studentSourcedId')
    const person = people.get(id)
    const score = line.of('score')
    const word = line.of('textScore') || (score === '' && /exempt/i.test(line.of('scoreStatus')) ? 'exempt' : '')
    const [first, middle, last] = person?.names ?? ['', '', '']
    const courseName = course?.of('title') || room?.of('title') || item.of('title')
    const number = person?.record.otherNumber ?? id
    const most = score === '' ? '' : item.of('resultValueMax')
    return [{ row: line.row, cells: [number, first, middle, last, courseName, year, term, score, most, word] }]
  })
  if (rows.length === 0) throw invalid('The table has no rows')
  return [{ row: 1, cells: headings }, ...rows]
}

/** Version 1.1 calls it the grading period, 1.2 the session. */
const sessionOf = (item: Line) => item.id('gradingPeriodSourcedId', 'academicSessionSourcedId')

function itemsChosen(items: readonly Line[], results: readonly Line[], numbers: number[] | null) {
  const placeOf = (item: Line) => `${item.id('classSourcedId')} ${sessionOf(item)}`
  if (new Set(items.map(placeOf)).size === items.length) return () => true
  const count = new Map<string, number>()
  for (const line of results) {
    const id = line.id('lineItemSourcedId')
    count.set(id, (count.get(id) ?? 0) + 1)
  }
  const titles = new Map<string, { name: string; rows: number }>()
  for (const item of items) {
    const name = item.of('title')
    const { rows } = titles.get(fold(name)) ?? { rows: 0 }
    titles.set(fold(name), { name, rows: rows + (count.get(item.id('sourcedId')) ?? 0) })
  }
  const choices = [...titles].map(([key, one], nth) => ({ ...one, key, number: nth + 1 }))
  const keys = new Set(chosenAmong(choices, numbers, 'lineItems').map(({ key }) => key))
  return (item: Line) => keys.has(fold(item.of('title')))
}

/** The school year and the term of a session: the year is the session above it, or the year that it names by its end. */
function termOf(sessions: ReadonlyMap<string, Line>, id: string) {
  const own = sessions.get(id)
  const above: Line[] = []
  for (let one = own; one && above.length < 5; one = sessions.get(one.id('parentSourcedId'))) above.push(one)
  const year = above.find((line) => /schoolYear/i.test(line.of('type')))
  const named = own?.of('schoolYear') ?? ''
  const spelt = /^\d{4}$/.test(named) ? `${Number(named) - 1}/${named}` : named
  return { year: year?.of('title') || spelt, term: own && own !== year ? own.of('title') : '' }
}
