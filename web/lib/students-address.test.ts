import { expect, test } from 'vitest'
import { fileOfStudent, leadingTo, pageOfStudent } from './students-address.ts'

const narrowed = 'classRoomId=4a&active=true'
const at = (words: string) => new URLSearchParams(words)

test('the filters of the list stay in the address of what is opened from it', () => {
  expect(leadingTo(at(narrowed), 'statistics', 'day')).toBe(`?${narrowed}&statistics=day`)
  expect(leadingTo(at(narrowed), 'import', 'new')).toBe(`?${narrowed}&import=new`)
})

test('nothing but the filters stays on the way back, and on the way from one import to another', () => {
  expect(leadingTo(at(`${narrowed}&statistics=day`))).toBe(`?${narrowed}`)
  expect(leadingTo(at(`${narrowed}&import=first&step=rows`))).toBe(`?${narrowed}`)
  expect(leadingTo(at(`${narrowed}&import=first&step=rows`), 'import', 'new')).toBe(`?${narrowed}&import=new`)
})

test('older addresses of a student lead to the same part of the page, with the same form and filters', () => {
  expect(pageOfStudent('omar', at('student=omar'))).toBe('/students/omar')
  expect(pageOfStudent('omar', at('student=omar&view=staff&tab=exams&months=1'))).toBe(
    '/students/omar?view=staff&tab=exams&months=1',
  )
  expect(pageOfStudent('omar', at('student=omar&tab=attendance&excuse=2026-11-18'))).toBe(
    '/students/omar?tab=attendance&excuse=2026-11-18',
  )
  expect(fileOfStudent('omar', at(`${narrowed}&student=omar`))).toBe('/students/omar?view=staff&tab=file')
  expect(fileOfStudent('omar', at('student=omar&part=record'))).toBe('/students/omar?view=staff&tab=record')
  expect(fileOfStudent('omar', at('student=omar&open=leaving'))).toBe('/students/omar?view=staff&tab=file&open=leaving')
})
