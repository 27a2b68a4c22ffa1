import * as z from 'zod/mini'
import { AnyPhone } from '#contract/people/official-records/any-phone.ts'
import { mobileIn, sameRelation, severalIn } from '#server/exchange/imports/read/words.ts'
import type { RosterGuardian } from './roster.ts'

/** The columns of guardians: the father, the mother, and three others. */
export const guardianColumns = [
  ...['father', 'mother'].flatMap((one) => [`${one}Name`, `${one}Phone`, `${one}Job`, `${one}May`]),
  ...[1, 2, 3].flatMap((nth) => [
    `guardianName${nth}`,
    `phone${nth}`,
    `relation${nth}`,
    `guardianJob${nth}`,
    `guardianMay${nth}`,
  ]),
]

/** The guardians of a student as cells. An invalid phone is left out, because it is no reason to refuse the child. */
export function guardianCells(guardians: readonly RosterGuardian[]) {
  const cells: Record<string, string> = {}
  let others = 0
  for (const { name, phone, relation, job, may } of guardians) {
    const phones = phonesIn(phone, name !== '')
    if (name.length < 2 && phones === '') continue
    // Nothing else is stored for a guardian without a name.
    const [itsJob, itMay] = name === '' ? ['', ''] : [job, may]
    const one = (['father', 'mother'] as const).find((parent) => sameRelation(parent, relation))
    if (one && !cells[`${one}Name`] && !cells[`${one}Phone`]) {
      Object.assign(cells, {
        [`${one}Name`]: name,
        [`${one}Phone`]: phones,
        [`${one}Job`]: itsJob,
        [`${one}May`]: itMay,
      })
      continue
    }
    // More than three others are skipped; a father or mother may still follow in the list.
    if (others === 3) continue
    others += 1
    Object.assign(cells, {
      [`guardianName${others}`]: name,
      [`phone${others}`]: phones,
      [`relation${others}`]: relation || 'guardian',
      [`guardianJob${others}`]: itsJob,
      [`guardianMay${others}`]: itMay,
    })
  }
  return cells
}

/** The record stores any phone of a guardian with a name; without a name, it must be a mobile. */
const phonesIn = (text: string, isNamed: boolean) =>
  severalIn(text)
    .filter((one) => mobileIn(one) !== null || (isNamed && z.safeParse(AnyPhone, one).success))
    .join(', ')
