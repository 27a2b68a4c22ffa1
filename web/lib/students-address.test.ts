import { expect, test } from 'vitest'
import { leadingTo } from './students-address.ts'

const narrowed = 'classRoomId=4a&active=true'
const at = (words: string) => new URLSearchParams(words)

test('the filters of the list stay in the address of what is opened from it', () => {
  expect(leadingTo(at(narrowed), 'statistics', 'day')).toBe(`?${narrowed}&statistics=day`)
  expect(leadingTo(at(narrowed), 'import', 'new')).toBe(`?${narrowed}&import=new`)
  expect(leadingTo(at(narrowed), 'student', 'omar')).toBe(`?${narrowed}&student=omar`)
})

test('nothing but the filters stays on the way back, and on the way from one import to another', () => {
  expect(leadingTo(at(`${narrowed}&student=omar&part=record`))).toBe(`?${narrowed}`)
  expect(leadingTo(at(`${narrowed}&statistics=day`))).toBe(`?${narrowed}`)
  expect(leadingTo(at(`${narrowed}&import=first&step=rows`))).toBe(`?${narrowed}`)
  expect(leadingTo(at(`${narrowed}&import=first&step=rows`), 'import', 'new')).toBe(`?${narrowed}&import=new`)
})
