import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const readLimits = (text: string | undefined) => readConfig({ LIMITS: text }).limits

test('an installation sets the figures that are other, and keeps the rest', () => {
  const usual = readLimits(undefined)
  expect(usual).toMatchObject({ calls: { person: 3000, writes: 600, visitor: 600 }, studentCodes: 10 })
  const own = '{"calls":{"visitor":60},"codes":{"waits":[60,600]},"studentCodes":20}'
  expect(readLimits(own)).toEqual({
    ...usual,
    calls: { ...usual.calls, visitor: 60 },
    codes: { ...usual.codes, waits: [60, 600] },
    studentCodes: 20,
  })
})

test.each([
  ['no', 'LIMITS must be a JSON object.'],
  ['[]', 'LIMITS must be a JSON object.'],
  ['{"call":{}}', 'LIMITS must be an object of calls, codes, logins, lookUps, studentCodes, readings, storedPictures.'],
  ['{"calls":{"persons":1}}', 'LIMITS.calls must be an object of person, writes, visitor.'],
  ['{"calls":{"person":0}}', 'LIMITS.calls.person must be a whole number above 0.'],
  ['{"codes":{"waits":[1.5]}}', 'LIMITS.codes.waits must be a list of whole numbers above 0.'],
  ['{"studentCodes":"5"}', 'LIMITS.studentCodes must be a whole number above 0.'],
])('%s is refused in a sentence', (text, sentence) => {
  expect(() => readLimits(text)).toThrow(sentence)
})
