import { beforeEach, expect, test, vi } from 'vitest'
import { storeRegisterDraft, storedRegisterDrafts } from './stored-drafts.ts'
import type { Draft } from './register.ts'

const disk = new Map<string, string>()

beforeEach(() => {
  disk.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T08:00:00Z') })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => disk.get(name) ?? null,
    setItem: (name: string, value: string) => void disk.set(name, value),
    removeItem: (name: string) => void disk.delete(name),
  })
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

const late = { state: 'late' as const, minutesLate: 5, note: null }
const absent = { state: 'absent' as const, minutesLate: null, note: 'ill' }
const begun: Draft = { baseVersion: 2, lines: new Map([['omar', absent]]), written: new Map([['omar', late]]) }
const today = '4a 2026-11-18'

test('a begun register is found again by who began it, until it is confirmed', () => {
  storeRegisterDraft('mona', today, begun)
  expect(storedRegisterDrafts('mona')).toEqual({ [today]: begun })
  expect(storedRegisterDrafts('sara')).toEqual({})
  storeRegisterDraft('mona', today, null)
  expect(disk.size).toBe(0)
})

test('what another tab kept stays, and what was begun more than a week ago goes', () => {
  storeRegisterDraft('mona', today, begun)
  storeRegisterDraft('mona', '4b 2026-11-11', begun)
  storeRegisterDraft('mona', '4c 2026-11-10', begun)
  storeRegisterDraft('mona', '5a 2026-11-18', { baseVersion: 0, lines: new Map() })
  expect(Object.keys(storedRegisterDrafts('mona'))).toEqual([today, '4b 2026-11-11', '5a 2026-11-18'])
})

test('on a shared computer nothing of it is written', () => {
  vi.stubGlobal('document', { cookie: 'kashkool-shared=1' })
  storeRegisterDraft('mona', today, begun)
  expect(disk.size).toBe(0)
  expect(storedRegisterDrafts('mona')).toEqual({})
})
