import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/security.md', 'utf8').split('## What is kept, and')[1]!.split('\n## ')[0]!
const [levels, tables] = page
  .split('| Level | Tables |')
  .map((part) => [...part.matchAll(/^\| ([a-z]+) \| (.+) \|$/gm)])
const namesIn = (rows: RegExpExecArray[]) =>
  rows.flatMap(([, , text]) => [...text!.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!))
const named = namesIn(tables!)

const schema = readFileSync('server/db/schema.d.ts', 'utf8').split('export interface DB {')[1]!.split('}')[0]!
const known = [...schema.matchAll(/^ {2}(\w+):/gm)].map(([, name]) =>
  name!.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

test('every table that the page classifies is there, once', () => {
  expect(named.filter((name) => !known.includes(name))).toEqual([])
  expect(
    known.filter((name) => !named.includes(name)),
    'these tables need a row in docs/security.md',
  ).toEqual([])
  expect(new Set(named).size).toBe(named.length)
  expect(named.length).toBeGreaterThan(40)
})

test('each level says what protects it', () => {
  expect(levels!.map(([, level]) => level)).toEqual(['secrets', 'children', 'people', 'school', 'public', 'working'])
  expect(tables!.map(([, level]) => level)).toEqual(['secrets', 'children', 'people', 'school', 'public', 'working'])
})

test('what is of students or families is nowhere below their level', () => {
  const ofChildren = known.filter((name) => /student|parent|attendance|seat|import|exam|homework|activit/.test(name))
  expect(ofChildren.length).toBeGreaterThan(15)
  const lower = namesIn(tables!.filter(([, level]) => !['secrets', 'children'].includes(level!)))
  expect(ofChildren.filter((name) => lower.includes(name))).toEqual([])
})
