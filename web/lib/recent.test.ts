import { beforeEach, expect, test, vi } from 'vitest'
import { dropKept, shareComputer } from './keeping.ts'
import { keepOpened, recentlyOpened } from './recent.ts'

const schoolId = 'nile'
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
  vi.stubGlobal('document', { cookie: '' })
  return () => void vi.unstubAllGlobals()
})

const open = (id: string, personId = 'manager') => keepOpened(personId, { id, of: 'student', schoolId })
const opened = (personId = 'manager') => recentlyOpened(personId).map(({ id }) => id)

test('the last eight that were opened are kept, each once, the latest first', () => {
  for (let at = 1; at <= 10; at++) open(`s${at}`)
  open('s5')
  expect(opened()).toEqual(['s5', 's10', 's9', 's8', 's7', 's6', 's4', 's3'])
})

test('nothing but ids is kept of them', () => {
  const student = { id: 's1', of: 'student' as const, schoolId, name: 'عمر' }
  keepOpened('manager', student)
  expect(JSON.parse(kept.get('recent')!)).toEqual({
    personId: 'manager',
    opened: [{ id: 's1', of: 'student', schoolId }],
  })
})

test('another person sees nothing of them, and a text that was changed is nothing', () => {
  open('s1')
  expect(opened('teacher')).toEqual([])
  open('s2', 'teacher')
  expect(opened('teacher')).toEqual(['s2'])
  for (const text of ['{', '[]', '{"personId":"teacher","opened":[{"id":1}]}']) {
    kept.set('recent', text)
    expect(opened('teacher')).toEqual([])
  }
})

test('nothing is kept after signing out, or on a shared computer', () => {
  open('s1')
  dropKept()
  expect(kept.size).toBe(0)
  open('s1')
  shareComputer(true)
  expect(kept.size).toBe(0)
  open('s2')
  expect([kept.size, opened()]).toEqual([0, []])
})
