import { expect, type Page } from '@playwright/test'
import { feeCharging } from '#contract/money/fees/charging.ts'
import { feeSettings } from '#contract/money/fees/settings.ts'
import type { InputOf, Operation } from '#contract/language/operation.ts'
import { daysFrom } from '#server/base/days.ts'
import { today } from '#test/world/clock.ts'
import { grades, schools, years } from '#test/world/schools.ts'

const schoolId = schools.nile.id

/** Charges the fourth grade four parts of 3,000 pounds, with the session of a manager that the page has. Answers how to call more as they. */
export async function chargedFees(page: Page, { url }: { url: string }) {
  const post = async <O extends Operation>({ path }: O, data: InputOf<O>) => {
    const answer = await page.request.post(`/${path}`, { data: data as object, headers: { origin: url } })
    expect(answer.status(), await answer.text()).toBe(200)
    return answer.json()
  }
  const begun = await post(feeSettings.save, { schoolId, currency: 'EGP', onlyHighest: false, overdueNotices: false })
  const of = { schoolId, yearId: years.nileYear.id, gradeId: grades.grade4.id }
  const parts = [10, 20, 30, 40].map((days, nth) => ({
    dueOn: daysFrom(today, days),
    ...(nth < 3 && { amount: '3000' }),
  }))
  await post(feeSettings.savePlan, { ...of, lines: [{ itemId: begun.items[0].id, amount: '12000', parts }] })
  const { hash } = await post(feeCharging.plan, { ...of, fromMonth: false })
  await post(feeCharging.charge, { ...of, fromMonth: false, hash })
  return { post, schoolId }
}
