import { fold } from '#contract/language/fold.ts'
import { weekFiles } from '#contract/exchange/imports/week-files.ts'
import { found, mustDiffer, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { newId } from '#server/db/ids.ts'
import { planOf, timetableById } from '#server/school/timetable/drafts.queries.ts'
import { storeMeanings } from '#server/school/timetable/week-names.queries.ts'
import { meaningKey } from '#server/school/timetable/week-read.rules.ts'
import { ascFile } from './asc-file.ts'
import { madeFor } from './made.ts'
import { weekTable } from './week-table.ts'
import { csvOf } from '#server/exchange/exports/csv.rules.ts'

export const weekFileOperations = implement(weekFiles, {
  async setMeanings(call) {
    const { db, school, input } = call
    const { meanings } = input
    mustDiffer(
      meanings.map(({ kind, name }) => meaningKey(kind, name)),
      'Invalid input',
      'meanings',
    )
    await lockSchool(db, school.id)
    const plan = await planOf(db, school.id, newId())
    const lists = { class: plan.classes, course: plan.courses, teacher: plan.teachers, room: plan.rooms }
    for (const { kind, id } of meanings)
      if (id && !lists[kind].some((one: { id: string }) => one.id === id)) throw notFound()
    const madeOf = await madeFor(call, plan.rooms.length)
    await storeMeanings(
      db,
      school.id,
      meanings.map((one) => ({ kind: one.kind, name: fold(one.name), id: one.makes ? madeOf(one) : one.id || null })),
    )
    return { done: true as const, changed: meanings.length }
  },

  async file({ db, school, input: { timetableId, format } }) {
    const timetable = found(await timetableById(db, school.id, school.today, timetableId))
    const plan = await planOf(db, school.id, timetableId)
    const fileName = `${timetable.timetableName}.${format === 'asc' ? 'xml' : 'csv'}`
    return format === 'asc'
      ? { fileName, type: 'application/xml', content: ascFile(plan, timetable) }
      : { fileName, type: 'text/csv; charset=utf-8', content: csvOf(weekTable(plan)) }
  },
})
