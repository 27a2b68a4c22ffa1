import * as z from 'zod/mini'
import { AnyPhone } from '#contract/official-records/any-phone.ts'
import { mobileIn, sameRelation, severalIn } from '#server/imports/read/words.ts'
import type { RosterGuardian } from './roster.ts'

/** The columns of guardians: the father, the mother, and three more. */
export const guardianColumns = [
  ...['fatherName', 'fatherPhone', 'fatherJob', 'motherName', 'motherPhone', 'motherJob'],
  ...[1, 2, 3].flatMap((nth) => [`guardianName${nth}`, `phone${nth}`, `relation${nth}`, `guardianJob${nth}`]),
]

/** The guardians of a student as cells. A phone that is none is left out: it is no reason to refuse the child. */
export function guardianCells(guardians: readonly RosterGuardian[]) {
  const cells: Record<string, string> = {}
  let others = 0
  for (const { name, phone, relation, job } of guardians) {
    const phones = phonesIn(phone, name !== '')
    if (name.length < 2 && phones === '') continue
    const parent = (['father', 'mother'] as const).find((one) => sameRelation(one, relation))
    if (parent && !cells[`${parent}Name`] && !cells[`${parent}Phone`]) {
      Object.assign(cells, { [`${parent}Name`]: name, [`${parent}Phone`]: phones, [`${parent}Job`]: job })
      continue
    }
    others += 1
    if (others > 3) break
    Object.assign(cells, {
      [`guardianName${others}`]: name,
      [`phone${others}`]: phones,
      [`relation${others}`]: relation || 'guardian',
      [`guardianJob${others}`]: name === '' ? '' : job,
    })
  }
  return cells
}

/** The record keeps any phone of a guardian with a name; without one, a mobile is needed. */
const phonesIn = (text: string, isNamed: boolean) =>
  severalIn(text)
    .filter((one) => mobileIn(one) !== null || (isNamed && z.safeParse(AnyPhone, one).success))
    .join(', ')
