import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/security.md', 'utf8').split('## What is kept, and')[1]!.split('\n## ')[0]!
const [levels, tables] = page
  .split('| Level | Tables |')
  .map((part) => [...part.matchAll(/^\| ([a-z]+) \| (.+) \|$/gm)])
const named = tables!.flatMap(([, , text]) => [...text!.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!))

const schema = readFileSync('server/db/schema.d.ts', 'utf8').split('export interface DB {')[1]!.split('}')[0]!
const known = [...schema.matchAll(/^ {2}(\w+):/gm)].map(([, name]) =>
  name!.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

test('every table that the page classifies is there, once', () => {
  expect(named.filter((name) => !known.includes(name))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
  expect(named.length).toBeGreaterThan(40)
})

test('each level says what protects it', () => {
  expect(levels!.map(([, level]) => level)).toEqual(['secrets', 'children', 'people', 'school', 'public', 'working'])
  expect(tables!.map(([, level]) => level)).toEqual(['secrets', 'people', 'school', 'public', 'working'])
})

test('what is of students or families is nowhere below their level', () => {
  const ofChildren = known.filter((name) => /student|parent|attendance|seat|import|exam|homework|activit/.test(name))
  expect(ofChildren.length).toBeGreaterThan(15)
  expect(ofChildren.filter((name) => named.includes(name))).toEqual([])
})
