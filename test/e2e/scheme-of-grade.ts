import type pg from 'pg'
import { blankPart } from '#contract/results/results/scheme-rules.ts'
import { demoPassword } from '#test/world/world.ts'
import { people } from '#test/world/people.ts'
import { grades, schools } from '#test/world/schools.ts'
import { called } from './house.ts'

/** A scheme with one typed and one computed part, for the fifth grade in the current term. */
export async function giveScheme(house: { url: string; connection: pg.ClientConfig }) {
  const { phone: phoneNumber } = people.manager
  const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
    phoneNumber,
    password: demoPassword,
  })
  const schoolId = schools.nile.id
  const oral = { ...blankPart, name: 'Oral', nameAr: 'شفهي', weight: 60 }
  const exams = { ...blankPart, name: 'Exams', nameAr: 'اختبارات', weight: 40, source: 'exams' }
  const rules = { rounding: 'none', secondRoundCap: null, gracePerCourse: 0, graceInAll: 0 }
  const scheme = { schoolId, name: 'أعمال السنة', parts: [oral, exams], bands: [], ...rules }
  const saved = await called<{ id: string; name: string; version: number; uses: number }>(
    house,
    'Result/SaveScheme',
    scheme,
    token,
  )
  const { uses: _, version: baseVersion, ...stored } = saved
  const { termId } = await called<{ termId: string }>(house, 'Result/GetChoices', { schoolId }, token)
  const use = {
    gradeId: grades.grade5.id,
    courseId: null,
    schemeId: stored.id,
    fullMark: 100,
    passMark: 50,
    inTotal: true,
  }
  await called(house, 'Result/SaveUses', { schoolId, termId, uses: [use] }, token)
  const storedByColleague = () =>
    called(house, 'Result/SaveScheme', { ...stored, schoolId, rounding: 'half', baseVersion }, token)
  return { stored, storedByColleague }
}
