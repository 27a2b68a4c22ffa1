import { readFileSync } from 'node:fs'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { codeFigures } from '#server/platform/identity/code-figures.ts'
import { loginFigures, secondFactorTries } from '#server/platform/identity/login-figures.ts'

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
const row = (way: string) =>
  page
    .split('\n')
    .find((line) => line.startsWith(`| ${way} |`))!
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim())

const code = 1 / 10 ** 5
const longCode = 1 / 10 ** 8
const password = 1 / 10 ** 5
const rounded = (figure: number) => Number(figure.toPrecision(6))

test('the expected take-overs a day are those of the page, and no more than promised', () => {
  const byCode = rounded(codeFigures.failuresOfAccounts * code)
  const tries = codeFigures.day * 2 * codeFigures.tries
  const byLongCode = rounded(tries * longCode)
  const byPassword = rounded(loginFigures.failuresOfAccounts * password)
  expect(row('codes of five digits').map(Number)).toEqual([codeFigures.failuresOfAccounts, code, byCode])
  expect(row('codes of eight digits').map(Number)).toEqual([tries, longCode, byLongCode])
  expect(row('passwords').map(Number)).toEqual([loginFigures.failuresOfAccounts, password, byPassword])
  const together = rounded(byCode + byLongCode + byPassword)
  expect(row('together').map(Number)).toEqual([
    codeFigures.failuresOfAccounts + tries + loginFigures.failuresOfAccounts,
    0,
    together,
  ])
  expect(together).toBeLessThanOrEqual(0.01)
})

test('the chance of one password is counted higher than the list leaves it', () => {
  const { length } = dictionary['passwords-common'] as string[]
  expect(page).toContain(`${length.toLocaleString('en')} commonest`)
  const different = 10_000_000
  const harmonic = Math.log(different) + 0.5772
  expect(page).toContain('one person in 800,000')
  expect(Math.round(((length + 1) * harmonic) / 100_000) * 100_000).toBe(800_000)
  expect(1 / ((length + 1) * harmonic)).toBeLessThan(password)
})

test('an authenticator stays a second factor', () => {
  const day = rounded((secondFactorTries * 24 * 3) / 10 ** 6)
  expect(page).toContain(`= ${day} a day`)
  expect(day).toBeLessThanOrEqual(0.01)
})

test('the budgets of SMS are those that the page for operators names', () => {
  const pageOfOperators = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const named = pageOfOperators
    .split('\n')
    .filter((line) => /^\| .*`(phone|person|address|known)/.test(line))
    .map((line) => {
      const [, , hour, day, names] = line.split('|')
      const figures = `${hour};${day}`.replaceAll(/(?<=\d),(?=\d{3})/g, '').match(/\d+/g)!
      const keys = [...names!.matchAll(/`(\w+)`/g)].map(([, key]) => key as keyof typeof codeFigures)
      return [figures.map(Number), keys] as const
    })
  expect(named).toHaveLength(6)
  for (const [figures, keys] of named) expect(figures, keys.join()).toEqual(keys.map((key) => codeFigures[key]))
  expect(pageOfOperators).toContain(`of ${codeFigures.alarmEvery} codes sent within an hour`)
  expect(pageOfOperators).toContain(`${codeFigures.alarmOfRange} codes were sent to numbers`)
})
