import { exportedRows, type exportList } from '#contract/exchange/exports/exports.ts'
import type { importTemplate } from '#contract/exchange/exports/import-template.ts'
import type { Operation } from '#contract/language/operation.ts'
import { civilDay, homeZone } from '#server/base/days.ts'
import type { Page } from '#server/db/page.ts'
import { conflict, invalid, notFound } from '#server/base/errors.ts'
import { read } from '#server/call/read.ts'
import { publish } from '#server/outbox/events.ts'
import type { Context, Run } from '#server/call/implement.ts'
import type { Lists } from '#server/call/serve.ts'
import type { Exports } from './port.ts'
import { columnsOf, fieldsOf, sheetOf } from './columns.ts'
import { fileOf } from './files.ts'
import { titleOf } from './list-titles.ts'
import { schoolFolderOf } from './folder/school-folder.ts'
import { type AnsweredTable, rowsOfTable } from './tables.ts'
import { templateRows, templateTitle } from './template.ts'
import { namesToCopy } from './template.queries.ts'

/**
 * The files that the export routes need. `lists`: all lists that are served. The managers of a school are notified of an export
 * with more rows than `notifiedFrom`.
 */
export const exportsOf = (lists: Lists, notifiedFrom: number): Exports => ({
  list: () => listOf(lists, notifiedFrom),
  template: templateOf,
  folder: schoolFolderOf(notifiedFrom),
})

type ExportInput = Context<typeof exportList>['input']

/**
 * An export calls the list operation itself as the caller. So only that operation decides who may read which rows and fields.
 */
function listOf(lists: Lists, notifiedFrom: number): ReturnType<Exports['list']> {
  let request: ExportInput
  let list: { operation: Operation; run: Run }
  let empty: string | null = null
  let today = ''
  let timeZone = homeZone
  return {
    async exactly(_, input) {
      request = input as ExportInput
      const found = lists.get(request.list.toLowerCase())
      if (!found || !(found.operation.table || columnsOf(found.operation).length > 0)) throw notFound()
      list = found
      if (list.operation.table) return tableCall(list.operation, request)
      if (request.ids && !fieldsOf(list.operation).some(({ ours }) => ours === 'id'))
        throw invalid('Invalid input', 'ids')
      empty = request.empty ? columnNamed(list.operation, request.empty) : null
      return { operation: list.operation, input: read(list.operation.input, request.input) }
    },

    async run(context) {
      timeZone = context.school?.timeZone ?? homeZone
      today = civilDay(context.now, timeZone)
      if (list.operation.table) {
        const table = (await list.run(context)) as AnsweredTable
        await noteExport(context, table.rows.length, notifiedFrom)
        return table
      }
      const page = { limit: exportedRows + 1, offset: 0 }
      const { rows, total } = (await list.run({ ...context, page })) as Page<Record<string, unknown>>
      if (total > exportedRows) throw conflict('The list has more than 20,000 rows')
      const ids = request.ids && new Set(request.ids)
      const given = rows.filter((row) => (empty === null || row[empty] === null) && (!ids || ids.has(String(row.id))))
      await noteExport(context, given.length, notifiedFrom)
      return { rows: given, total: given.length }
    },

    file(rows, make) {
      const { language, format } = request
      if (list.operation.table) {
        const table = rows as AnsweredTable
        const sheet = { title: table.title, rows: rowsOfTable(table), rightToLeft: language === 'ar' }
        return fileOf(
          `${table.title} ${table.about.replaceAll(' · ', ' ')} ${today}`,
          { format, sheets: [sheet] },
          make,
        )
      }
      const title = titleOf(list.operation.path)[language === 'en' ? 0 : 1]
      const sheet = sheetOf(list.operation, rows as Record<string, unknown>[], { language, timeZone })
      const sheets = [{ title, rows: sheet, rightToLeft: language === 'ar' }]
      return fileOf(`${title} ${today}`, { format, sheets }, make)
    },
  }
}

/** A table has no columns or rows to choose, and is written in the language of its file. */
function tableCall(operation: Operation, { input, language, ids, empty }: ExportInput) {
  if (ids || empty) throw invalid('Invalid input', ids ? 'ids' : 'empty')
  return { operation, input: read(operation.input, { ...input, language }) }
}

/** Writes an audit line for every export. The managers of a school are notified of a large one. */
async function noteExport({ db, user, school, audit }: Parameters<Run>[0], rows: number, notifiedFrom: number) {
  await audit('export', school?.id ?? user.id, undefined, { rows })
  if (school && rows > notifiedFrom)
    await publish(db, {
      event: 'unusual reading',
      schoolId: school.id,
      actorId: user.id,
      payload: { personId: user.id },
    })
}

/** Our name of a column, from its name in the API. Throws 400 if the list has no such column. */
function columnNamed(list: Operation, name: string): string {
  const column = columnsOf(list).find(({ wire }) => wire === name)
  if (!column) throw invalid('Invalid input', 'empty')
  return column.ours
}

function templateOf(): ReturnType<Exports['template']> {
  let request: Context<typeof importTemplate>['input']
  let names: Awaited<ReturnType<typeof namesToCopy>>
  return {
    async run({ db, school, input }: Context<typeof importTemplate>) {
      request = input
      names = await namesToCopy(db, school.id)
      return ''
    },
    file(_, make) {
      const { language, format, kind } = request
      const sheets = templateRows(language, names, kind ?? 'students').map((sheet) => ({
        ...sheet,
        rightToLeft: language === 'ar',
      }))
      return fileOf(templateTitle(language, kind ?? 'students'), { format, sheets }, make)
    },
  }
}
