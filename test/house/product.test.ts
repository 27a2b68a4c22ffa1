import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sources } from './architecture.ts'
import { textsIn } from './locale-files.ts'

const product = readFileSync('docs/specification/product.md', 'utf8')

test('every section of the specification that code refers to is there', () => {
  const sections = new Set([...product.matchAll(/^##+ (\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => number))
  const referred = sources().flatMap(({ file, text }) =>
    [...text.matchAll(/product\.md §(\d+(?:\.\d+)?)/g)].map(([, number]) => ({ file, number })),
  )
  expect(referred.length).toBeGreaterThan(10)
  expect(referred.filter(({ number }) => !sections.has(number))).toEqual([])
})

test('the texts that the specification quotes are in the product', () => {
  // Names of the store and a refusal of the server are not texts of screens; decision 089 replaces the last one.
  const elsewhere = ['root', 'NewUserDate', 'userRoles should be an array', 'An error occurred']
  const texts = JSON.stringify(textsIn('en'))
  const quoted = [...product.matchAll(/(?<!\w)'([^'\n]+)'(?!\w)/g)].map(([, text]) => text!)
  expect(quoted.length).toBeGreaterThan(30)
  const missing = quoted.filter(
    (text) => !elsewhere.includes(text) && !texts.toLowerCase().includes(text.toLowerCase()),
  )
  expect(missing).toEqual([])
})
