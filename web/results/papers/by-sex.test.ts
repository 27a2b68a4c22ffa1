import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textOf, type Texts } from '#web/lib/texts.ts'
import { bySex, nationalityIn, type Sex } from './by-sex.ts'
import type { Spoken } from './labels.ts'

const texts = (spoken: Spoken) => JSON.parse(readFileSync(`public/locales/${spoken}.paper.json`, 'utf8')) as Texts
const labelsIn = (spoken: Spoken) => {
  const all = texts(spoken)
  return (key: string) => textOf(all, spoken, `paper.${key}`) ?? `paper.${key}`
}
const labels = { ar: labelsIn('ar'), en: labelsIn('en') }
const sexes: Sex[] = ['male', 'female', undefined]

test('a certificate names a boy, a girl and a student whose sex is not recorded each in their grammar', () => {
  const says = (sex: Sex) => bySex(labels.ar('says.enrolment'), sex)
  expect(says('male')).toContain('بأن الطالب {{student}} مقيد بها')
  expect(says('female')).toContain('بأن الطالبة {{student}} مقيدة بها')
  expect(says(undefined)).toContain('بأن الطالب/الطالبة {{student}} مقيد/مقيدة بها')
  expect(sexes.map((sex) => bySex(labels.ar('given.enrolment'), sex)).join()).not.toMatch(/[[\]|]/)
})

test('a paper states a nationality and not a country', () => {
  expect(sexes.map((sex) => nationalityIn(labels, 'ar', 'EG', sex))).toEqual(['مصري', 'مصرية', 'مصري/مصرية'])
  expect(nationalityIn(labels, 'en', 'EG', 'female')).toBe('Egyptian')
  expect(nationalityIn(labels, 'en', 'IS', 'male')).toBe('Iceland')
})
