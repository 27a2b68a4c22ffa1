import { beforeEach, expect, test, vi } from 'vitest'
import { dropTypedBut, dropTypedEverywhere, forgetTyped, keepTyped, typedDraft } from './typed-drafts.ts'

const start = new Date('2026-11-18T08:00:00Z').getTime()
const note = { values: { notes: 'قرأ القصة' }, before: { notes: '' } }

const storage = () => {
  const stored = new Map<string, string>()
  return {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
    clear: () => stored.clear(),
  }
}
const tab = storage()

beforeEach(() => {
  tab.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  vi.stubGlobal('sessionStorage', tab)
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('document', { cookie: '' })
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

test('what is typed at a place is there again, for its person and for a day', () => {
  keepTyped('mona', 'notes', note)
  keepTyped('mona', 'homework', note)
  expect(typedDraft('mona', 'notes')).toEqual({ ...note, at: start })
  expect(typedDraft('karim', 'notes')).toBeNull()
  forgetTyped('mona', ['homework'])
  expect(typedDraft('mona', 'homework')).toBeNull()
  vi.setSystemTime(start + 24 * 3_600_000 + 1)
  expect(typedDraft('mona', 'notes')).toBeNull()
})

test('of somebody who signed out nothing stays, not even in a tab that was asleep', () => {
  keepTyped('mona', 'notes', note)
  const asleep = tab.getItem('kashkool-typed')!
  dropTypedEverywhere()
  tab.setItem('kashkool-typed', asleep)
  expect(typedDraft('mona', 'notes')).toBeNull()
})

test('it goes when another person signs in, and stays for the same one', () => {
  keepTyped('mona', 'notes', note)
  dropTypedBut('mona')
  expect(typedDraft('mona', 'notes')).not.toBeNull()
  dropTypedBut('karim')
  expect(typedDraft('mona', 'notes')).toBeNull()
})

test('a shared computer keeps nothing, and nobody who is not signed in does', () => {
  keepTyped('', 'notes', note)
  vi.stubGlobal('document', { cookie: 'kashkool-shared=1' })
  keepTyped('mona', 'notes', note)
  expect(tab.getItem('kashkool-typed')).toBeNull()
})
