import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { conflict, found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import { nextOf, withDays } from './next-step.ts'
import { rulePresets } from './presets.ts'
import { recountSchool } from '#server/school/presence/recount.rules.ts'
import {
  calendarCounts,
  type DraftOfRule,
  gradesIn,
  lockSettings,
  plain,
  reachedBy,
  rulesOf,
  saveSettings,
  settingsOf,
  storeRules,
} from './rules.queries.ts'
import { countedOf, handleStep, offTheRoll, pupilOf, absenceStepOf, reopenStep, stepsIn } from './steps.queries.ts'

export const absenceRuleOperations = implement(absenceRules, {
  get: ({ db, school }) => stored(db, school.id),

  presets: async () => rulePresets,

  async save({ db, user, school, input: { excuseWithin, rules, baseVersion } }) {
    const ids = rules.flatMap(({ id }) => id ?? [])
    mustDiffer(ids, 'Invalid input', 'rules')
    const version = await lockSettings(db, school.id)
    await mustBeCurrent(baseVersion, version, () => stored(db, school.id))
    const known = new Set((await rulesOf(db, school.id)).map(({ id }) => id))
    if (ids.some((id) => !known.has(id))) throw notFound()
    await mustBeRules(db, school.id, rules)

    await storeRules(db, school.id, rules)
    await saveSettings(db, school.id, excuseWithin)
    await recountSchool(db, school.id, user.id)
    return stored(db, school.id)
  },

  async try({ db, school, input: { rules } }) {
    await mustBeRules(db, school.id, rules)
    const drafts = rules.map((rule) => ({ ...rule, id: newId(), version: 0, steps: plain(rule) }))
    const tried = await reachedBy(
      db,
      school.id,
      drafts.filter(({ active }) => active),
      school.today,
    )
    return drafts.flatMap(({ id, ruleName, steps }) =>
      steps.map(({ name: stepName, at: threshold }, position) => {
        const reached = tried.find((one) => one.ruleId === id && one.position === position + 1)
        return { ruleName, stepName, threshold, students: reached?.students ?? 0, examples: reached?.examples ?? [] }
      }),
    )
  },

  steps: ({ db, school, reach, input: { state, search }, page }) =>
    stepsIn(db, { schoolId: school.id, reach, state, search }, page),

  async handle({ db, user, school, input: { studentId, stepId, note = null } }) {
    const { handledAt, withdrawnAt } = found(await absenceStepOf(db, school.id, studentId, stepId))
    // A list that was loaded before may still show the step, which is not open while the pupil is off the roll.
    const hindrance = handledAt || withdrawnAt ? null : await offTheRoll(db, school.id, studentId)
    if (hindrance) throw conflict(hindrance)
    if (!(await handleStep(db, school.id, stepId, user.id, note)))
      throw conflict('This step was handled or withdrawn already')
    await signalChanges(db, [schoolChanged(school.id)])
    return found(await absenceStepOf(db, school.id, studentId, stepId))
  },

  async reopen({ db, school, input: { studentId, stepId } }) {
    found(await absenceStepOf(db, school.id, studentId, stepId))
    if (!(await reopenStep(db, school.id, stepId))) throw conflict('This step waits already, or was withdrawn')
    await signalChanges(db, [schoolChanged(school.id)])
    return found(await absenceStepOf(db, school.id, studentId, stepId))
  },

  async student({ db, school, reach, may, input: { studentId }, readsStudent }) {
    readsStudent(studentId)
    const { gradeId, openDays, lastDay, ...special } = await pupilOf(db, { school, reach, studentId })
    const counted = await countedOf(db, school, studentId, lastDay)
    const rules = (await rulesOf(db, school.id))
      .filter(({ active, gradeIds }) => active && (gradeIds.length === 0 || gradeIds.includes(gradeId)))
      .flatMap((rule) => withDays(rule, openDays) ?? [])
    const page = { limit: 100, offset: 0 }
    const handling = may('HandleAbsence')
    const { rows } = await stepsIn(db, { schoolId: school.id, reach, studentId, handling }, page)
    return {
      studentId,
      counts: rules.map((rule) => ({
        ruleId: rule.id,
        ruleName: rule.ruleName,
        counts: rule.counts,
        ...nextOf(
          rule,
          counted.filter(({ ruleId }) => ruleId === rule.id),
        ),
      })),
      steps: rows,
      ...special,
    }
  },
})

async function stored(db: Db, schoolId: string) {
  return { schoolId, ...(await settingsOf(db, schoolId)), rules: await rulesOf(db, schoolId) }
}

/** Checks that steps rise, that a percentage has a number of days or a calendar, and that the grades belong to the school. */
async function mustBeRules(db: Db, schoolId: string, rules: DraftOfRule[]) {
  const { ofCalendar } = await calendarCounts(db, schoolId)
  for (const { counts, percentOf, steps } of rules) {
    const rises = steps.every(({ at }, nth) => nth === 0 || at > steps[nth - 1]!.at)
    if (!rises) throw invalid('The steps of a rule rise from one to the next', 'steps')
    if (counts !== 'percent') continue
    if (percentOf == null && !ofCalendar) throw invalid('Say of how many open days the share is', 'percentOf')
    if (steps.at(-1)!.at > 100) throw invalid('Number must be less than or equal to 100', 'steps')
  }
  const grades = [...new Set(rules.flatMap(({ gradeIds }) => gradeIds))]
  if (grades.length > 0 && (await gradesIn(db, schoolId, grades)) < grades.length) throw notFound()
}
