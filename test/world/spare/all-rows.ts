import type pg from 'pg'
import { spareDays } from './day-rows.ts'
import { spareCovers } from './cover-rows.ts'
import { spareWeeks } from './week-rows.ts'
import { spareExams } from './exam-rows.ts'
import { spareImports } from './import-rows.ts'
import { spareItems } from './inbox-rows.ts'
import { spareLists } from './list-rows.ts'
import { spareNotes } from './note-rows.ts'
import { spareHistory } from './past-rows.ts'
import { sparePapers } from './paper-rows.ts'
import { sparePromotions } from './promotion-rows.ts'
import { spareResults } from './result-rows.ts'
import { spareThreads } from './thread-rows.ts'
import { spareWork } from './work-rows.ts'

/** Adds rows in states that the test world does not contain. */
export async function spareRows(owner: pg.Client) {
  await spareLists(owner)
  await spareExams(owner)
  await spareWork(owner)
  await spareNotes(owner)
  await spareImports(owner)
  await spareItems(owner)
  await sparePromotions(owner)
  await spareResults(owner)
  await sparePapers(owner)
  await spareDays(owner)
  await spareWeeks(owner)
  await spareCovers(owner)
  await spareThreads(owner)
  await spareHistory(owner)
}
