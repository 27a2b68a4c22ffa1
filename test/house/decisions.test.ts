import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sources } from './architecture.ts'

const folder = 'docs/decisions'
const index = 'README.md'
const files = readdirSync(folder)
  .filter((name) => name !== index)
  .toSorted()
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')

// A number that was kept for a decision and not used stays free.
test('no two decisions have one number', () => {
  expect(new Set(files.map((name) => name.slice(0, 4))).size).toBe(files.length)
  for (const name of files) expect(name).toMatch(/^\d{3}-[a-z0-9-]+\.md$/)
})

test.each(files)('%s has its number and title, its date and its status', (name) => {
  const [title, empty, status] = read(name).split('\n')
  expect(title).toMatch(new RegExp(`^# ${Number(name.slice(0, 3))}\\. \\p{Lu}.*[^.]$`, 'u'))
  expect(empty).toBe('')
  expect(status).toMatch(/^Date: \d{4}-\d{2}-\d{2}\. Status: (accepted|superseded by decision \d{3})\.$/)
})

test('the index has every decision once', () => {
  const numbers = [...read(index).matchAll(/(?:\| |, |\*\*)(\d{1,3}) /g)].map(([, number]) => Number(number))
  expect(numbers.toSorted((a, b) => a - b)).toEqual(files.map((name) => Number(name.slice(0, 3))))
})

test('every decision that is referred to is there', () => {
  const documents = ['ARCHITECTURE.md', 'README.md', 'CONTRIBUTING.md', 'STYLE.md', 'SECURITY.md', 'CHANGELOG.md']
  const texts = [
    ...sources(),
    ...documents.map((file) => ({ file, text: readFileSync(file, 'utf8') })),
    ...files.map((file) => ({ file, text: read(file) })),
  ]
  const known = new Set(files.map((name) => name.slice(0, 3)))
  const missing = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/\bdecision (\d{3})\b/g)]
      .filter(([, number]) => !known.has(number!))
      .map(([found]) => `${file}: ${found}`),
  )
  expect(missing).toEqual([])
})
