import type { OutputOf } from '#contract/language/operation.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { registerOrders } from '#contract/results/results/register-columns.ts'
import { resultSheets } from '#contract/results/results/sheets.ts'
import type { SchemeRules } from '#contract/results/results/scheme-rules.ts'
import type { Caller } from '#server/access/caller.ts'
import { mayIn } from '#server/access/may.ts'
import { found, invalid } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { partsOfUse } from './part-marks.ts'
import { type StoredUse, usesOfGrade } from './recorded.queries.ts'
import { registerOf } from './registers.ts'
import { sheetPupils, type SheetPupil } from './sheet-pupils.ts'
import { bandsOf, failedOf } from './sheet-statistics.ts'
import { classSheetOf, type SheetLanguage, registerTable, type SheetCells, topTenOf, wordIn } from './sheet-tables.ts'
import { closedWords, openWords, titles } from './sheet-words.ts'
import { classOnSheet, gradeOnSheet } from './sheets.queries.ts'
import { classAndCourse, termOf, type TermRow } from './terms.queries.ts'
import { hasWholeClass } from './whole-class.ts'

type Sheet = OutputOf<typeof resultSheets.ofClass>

export const resultSheetOperations = implement(resultSheets, {
  async ofClass({ db, user, school, reach, input }) {
    const { classRoomId, courseId = null, termId, list } = input
    const language = input.language ?? 'ar'
    const term = found(await termOf(db, school.id, termId))
    if (list === 'register' && !courseId) throw invalid('Required', 'courseId')
    if (courseId) found(await classAndCourse(db, { schoolId: school.id, classRoomId, reach, courseId }))
    const place = found(await classOnSheet(db, school.id, classRoomId, courseId))
    const { gradeId } = place
    if (!courseId && !(await hasWholeClass(db, { school, reach, gradeId, classRoomId }, term))) found(null)
    const of = { school, user, term, place, courseId, classRoomId }
    const columns =
      input.columns ??
      registerOrders.find(({ key }) => key === input.order)?.columns ??
      (await registerOf(db, school.id)).columns
    const drawn = (pupils: readonly SheetPupil[], useOf: UseOf) => {
      if (list !== 'register')
        return cellsOfList(list, pupils, { language, useOf, isOfGrade: false, hasTotal: !courseId })
      const use = useOf(courseId!)
      const heads = use ? { fullMark: use.fullMark, parts: partsOfUse(use) } : null
      return registerTable(pupils, { chosen: columns, language, heads })
    }
    return sheetOf(db, of, { list, language, drawn })
  },

  async ofGrade({ db, user, school, input }) {
    const { gradeId, courseId = null, termId, list } = input
    const language = input.language ?? 'ar'
    const term = found(await termOf(db, school.id, termId))
    const place = found(await gradeOnSheet(db, school.id, gradeId, courseId))
    if (courseId && !place.courseName) found(null)
    const of = { school, user, term, place, courseId, classRoomId: null }
    const drawn = (pupils: readonly SheetPupil[], useOf: UseOf) =>
      cellsOfList(list, pupils, { language, useOf, isOfGrade: true, hasTotal: !courseId })
    return sheetOf(db, of, { list, language, drawn })
  },
})

type UseOf = (courseId: string) => StoredUse<SchemeRules> | undefined

type Setting = { language: SheetLanguage; useOf: UseOf; isOfGrade: boolean; hasTotal: boolean }

function cellsOfList(
  list: Exclude<Sheet['list'], 'register'>,
  pupils: readonly SheetPupil[],
  { language, useOf, isOfGrade, hasTotal }: Setting,
): SheetCells {
  switch (list) {
    case 'classSheet':
      return classSheetOf(pupils, language, isOfGrade)
    case 'topTen':
      return topTenOf(pupils, language)
    case 'failed':
      return failedOf(pupils, language, (courseId) => useOf(courseId)?.passMark ?? null)
    case 'bands':
      return bandsOf(pupils, language, hasTotal)
  }
}

type Of = {
  school: { id: string; today: string }
  user: Caller
  term: TermRow
  place: NonNullable<Awaited<ReturnType<typeof classOnSheet>>>
  courseId: string | null
  classRoomId: string | null
}

type Drawing = {
  list: Sheet['list']
  language: SheetLanguage
  drawn: (pupils: readonly SheetPupil[], useOf: UseOf) => SheetCells
}

async function sheetOf(
  db: Db,
  { school, user, term, place, courseId, classRoomId }: Of,
  { list, language, drawn }: Drawing,
): Promise<Sheet> {
  const { gradeId, gradeName, classRoomName, courseName } = place
  const scope = {
    schoolId: school.id,
    today: school.today,
    gradeId,
    ...(classRoomId && { classRoomId }),
    ...(courseId && { courseId }),
  }
  const { closing, pupils } = await sheetPupils(db, scope, term)
  const { rows: uses } = await usesOfGrade<SchemeRules>(school.id, term.id, gradeId).execute(db)
  const useOf = (id: string) => uses.find((use) => use.courseId === id) ?? uses.find((use) => !use.courseId)
  // The seat number belongs to the official record, which needs its own right.
  const seesRecords = mayIn(user, officialRecords.get, school.id)
  const shown = pupils.map((pupil) => (seesRecords ? pupil : { ...pupil, seatNumber: null }))
  const note = closing ? `${wordIn(closedWords, language)} ${closing.issue}` : wordIn(openWords, language)
  return {
    list,
    title: wordIn(titles[list], language),
    about: [classRoomName ?? gradeName, courseName, term.name].filter((one) => one !== null).join(' · '),
    note,
    closing,
    ...drawn(shown, useOf),
  }
}
