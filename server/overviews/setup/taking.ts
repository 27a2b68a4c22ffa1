import type { setup } from '#contract/overviews/setup/setup.ts'
import {
  englishCourse,
  usualCourses,
  usualGrades,
  usualLanguage,
  type UsualStage,
  type UsualStep,
  usualYear,
} from '#contract/overviews/setup/usual.ts'
import { conflict } from '#server/base/errors.ts'
import type { Context } from '#server/call/implement.ts'
import { insertCourse } from '#server/school/courses/courses.queries.ts'
import { insertGrade } from '#server/school/grades/grades.queries.ts'
import { giveLanguage, keepsLanguage } from '#server/platform/languages/languages.queries.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { takeSeats } from '#server/school/years/current.rules.ts'
import { insertMonth, monthsOf } from '#server/school/years/months.queries.ts'
import { currentYear, insertYear } from '#server/school/years/years.queries.ts'
import { firstLanguageOf, languageNamed, missingNames } from './setup.queries.ts'

type Call = Context<typeof setup.take>

/** Adds what is missing of the usual ones of a step; answers the ids of what was added. */
export const taking: Record<UsualStep, (call: Call) => Promise<string[]>> = {
  async languages({ db, school }) {
    const id = await languageNamed(db, school.id, usualLanguage)
    if (id === null) throw conflict('Arabic is not in the list of languages')
    return (await giveLanguage(db, school.id, id)) ? [id] : []
  },

  async grades({ db, school, input }) {
    const names = await missingNames(db, 'grades', school.id, usualGrades(stagesOf(input), input.language))
    return each(names, (name) => insertGrade(db, { schoolId: school.id, name }))
  },

  async courses({ db, school, input }) {
    const languageId =
      (await taught(db, school.id, await languageNamed(db, school.id, usualLanguage))) ??
      (await firstLanguageOf(db, school.id))
    if (languageId === null || !(await keepsLanguage(db, school.id, languageId)))
      throw conflict('The school needs a language before its courses')
    const names = await missingNames(db, 'courses', school.id, usualCourses(stagesOf(input), input.language))
    return each(names, (name) =>
      insertCourse(db, { schoolId: school.id, languageId, name, nameEn: englishCourse(name), description: name }),
    )
  },

  async year(call) {
    const { db, school, input } = call
    const { name, months } = usualYear(school.today, input.language)
    const current = await currentYear(db, school.id)
    if (current && (await monthsOf(db, school.id, { yearId: current.id }, { limit: 1, offset: 0 })).rows.length > 0)
      return []
    const yearId = current?.id ?? (await begun(call, name))
    const ofMonths = await each(months, (month) => insertMonth(db, { ...month, schoolId: school.id, yearId }))
    return current ? ofMonths : [yearId, ...ofMonths]
  },
}

const stagesOf = ({ stages }: { stages?: readonly UsualStage[] | null | undefined }) => stages ?? (['primary'] as const)

/** A language, if the school teaches in it. */
const taught = async (db: Call['db'], schoolId: string, id: string | null) =>
  id !== null && (await keepsLanguage(db, schoolId, id)) ? id : null

async function begun(call: Call, name: string) {
  const { db, school } = call
  await lockSchool(db, school.id)
  const id = await insertYear(db, { schoolId: school.id, name, active: true, completed: false, today: school.today })
  await takeSeats(call, id)
  return id
}

/** One after the other, so that they stand in their order. */
async function each<T>(all: readonly T[], store: (one: T) => Promise<string>) {
  const ids: string[] = []
  for (const one of all) ids.push(await store(one))
  return ids
}
