import { kindsOfCovers, thingsOfCovers } from './cover-rows.ts'
import * as days from './day-rows.ts'
import { kindsOfImports, plainOfImports, thingsOfImports } from './import-rows.ts'
import { kindsOfInbox, plainOfInbox, thingsOfInbox } from './inbox-rows.ts'
import { kindsOfRights, thingsOfRights } from './list-rows.ts'
import * as papers from './paper-rows.ts'
import { kindsOfStudents, thingsOfStudents } from './past-rows.ts'
import * as promotions from './promotion-rows.ts'
import * as results from './result-rows.ts'
import { kindsOfThreads, plainOfThreads, thingsOfThreads } from './thread-rows.ts'
import { kindsOfTheWeek, thingsOfTheWeek } from './week-rows.ts'

/** The possible targets of ids of spare rows, from near to far. */
export const thingsOfSpare = (nowhere: Record<string, string>): Record<string, Record<string, string>> => ({
  ...thingsOfRights(nowhere),
  ...thingsOfStudents(nowhere),
  ...thingsOfImports(nowhere),
  ...thingsOfInbox(nowhere),
  ...promotions.thingsOfPromotions(nowhere),
  ...results.thingsOfResults(nowhere),
  ...papers.thingsOfPapers(nowhere),
  ...days.thingsOfDays(nowhere),
  ...thingsOfTheWeek(nowhere),
  ...thingsOfCovers(nowhere),
  ...thingsOfThreads(nowhere),
})

export const kindsOfSpare = {
  ...kindsOfRights,
  ...kindsOfStudents,
  ...kindsOfImports,
  ...kindsOfInbox,
  ...promotions.kindsOfPromotions,
  ...results.kindsOfResults,
  ...papers.kindsOfPapers,
  ...days.kindsOfDays,
  ...kindsOfTheWeek,
  ...kindsOfCovers,
  ...kindsOfThreads,
}

/** The inputs of operations on spare rows other than ids. */
export const plainOfSpare = {
  ...plainOfImports,
  ...plainOfInbox,
  ...promotions.plainOfPromotions,
  ...results.plainOfResults,
  ...papers.plainOfPapers,
  ...plainOfThreads,
}

export const moreOfSpare = {
  ...promotions.moreOfPromotions,
  ...results.moreOfResults,
  ...papers.moreOfPapers,
  ...days.moreOfDays,
}

/** Writes that confirm a plan, with the read that returns its name. */
export const agreedOfSpare: Record<string, { asked: string; body: object }> = {
  ...promotions.agreedOfPromotions,
  ...results.agreedOfResults,
  ...papers.agreedOfPapers,
}
