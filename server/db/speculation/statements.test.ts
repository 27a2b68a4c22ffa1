import { expect, test } from 'vitest'
import { keepingTexts } from './statements.ts'

test('a text is kept from its second use on, under one name', () => {
  const statementOf = keepingTexts()
  const text = 'select 1 as kept'
  const name = statementOf(text).name
  expect(statementOf(text)).toMatchObject({ name, isKept: true })
  expect(statementOf('select 1 as other')).toMatchObject({ isKept: false })
  expect(statementOf('select 1 as other').name).not.toBe(name)
})

test('texts that come once leave nothing behind, and connections keep a bounded number', () => {
  const statementOf = keepingTexts()
  for (let n = 0; n < 3000; n++) expect(statementOf(`select ${n} as once`).isKept).toBe(false)
  expect(statementOf('select 0 as once').isKept).toBe(false)
  const isKept = Array.from({ length: 1500 }, (_, n) => {
    statementOf(`select ${n} as twice`)
    return statementOf(`select ${n} as twice`).isKept
  })
  expect(isKept.filter(Boolean).length).toBeLessThanOrEqual(1000)
  expect(isKept[0]).toBe(true)
  expect(isKept.at(-1)).toBe(false)
})
