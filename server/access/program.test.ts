import { expect, test } from 'vitest'
import { programSecretIn } from './program.ts'

const secret = `kk_${'aB3-_'.repeat(8)}xyz`

test.each([
  `/api/x?key=${secret}`,
  `/${secret}/x`,
  `/x?to=https%3A%2F%2Fa.example%2F%3Fkey%3D${secret}`,
  `/x?a=1&k=${secret}&b=2`,
])('the secret of a program is found in %s', (url) => expect(programSecretIn(url)).toBe(secret))

test.each([
  '/api/x',
  `/x?code=M${secret}`,
  `/x?code=${secret}0`,
  `/x?code=0.ARo${secret}-9_aZ`,
  `/x?key=${secret.slice(0, -1)}`,
])('what only contains its letters by chance is no secret of a program: %s', (url) =>
  expect(programSecretIn(url)).toBeNull(),
)
