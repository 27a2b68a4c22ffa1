import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refused } from '#contract/language/caller.ts'
import * as calls from '#web/lib/call.ts'
import { dropGateBefore, dropKept } from '#web/lib/keeping.ts'
import { foundIn, keepDay, keptDay, noteAct, sendActs, waitingActs } from './gate-day.ts'

const gate = { personId: 'guard', schoolId: 'nile', timeZone: 'Africa/Cairo' }
const omar = {
  studentId: 'omar',
  studentName: 'عُمر كريم',
  code: 'ST0000000001',
  classRoomName: '4أ',
  people: [{ kind: 'parent' as const, id: 'father', name: 'كريم ماهر', relationName: 'father' }],
}
const act = { studentId: 'omar', act: 'handedOver' as const, kind: 'parent' as const, toId: 'father' }

let disk: Map<string, string>
let away: unknown
const sent: unknown[] = []

beforeEach(() => {
  disk = new Map()
  away = null
  sent.length = 0
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => disk.get(name) ?? null,
    setItem: (name: string, value: string) => disk.set(name, value),
    removeItem: (name: string) => disk.delete(name),
  })
  vi.useFakeTimers({ now: new Date('2026-11-24T10:00:00Z'), toFake: ['Date'] })
  vi.spyOn(calls, 'call').mockImplementation((async (_: unknown, input: unknown) => {
    if (away !== null) throw away
    sent.push(input)
    return omar
  }) as typeof calls.call)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the list of a day is of one person and school, and found by name or code', () => {
  keepDay(gate, [omar])
  expect(keptDay(gate)).toEqual([omar])
  expect(keptDay({ ...gate, personId: 'another' })).toBeNull()
  expect(keptDay({ ...gate, schoolId: 'delta' })).toBeNull()
  expect([foundIn([omar], 'عمر'), foundIn([omar], '0001'), foundIn([omar], 'ليلى')]).toEqual([[omar], [omar], []])
})

test('after midnight and after the sign-out nothing of it is on the device', () => {
  keepDay(gate, [omar])
  vi.setSystemTime(new Date('2026-11-24T21:59:00Z'))
  expect(keptDay(gate)).toEqual([omar])
  dropGateBefore('2026-11-24')
  expect([...disk.keys()]).toEqual(['gate'])
  vi.setSystemTime(new Date('2026-11-24T22:01:00Z'))
  expect(keptDay(gate)).toBeNull()
  expect(disk.size).toBe(0)

  keepDay(gate, [omar])
  dropGateBefore('2026-11-26')
  expect(disk.size).toBe(0)
  keepDay(gate, [omar])
  dropKept()
  expect(disk.size).toBe(0)
})

test('what is noted without a network waits with ids alone, and is sent once with how long ago it was', async () => {
  keepDay(gate, [omar])
  away = new TypeError('Failed to fetch')
  expect(await noteAct(gate, act)).toBeNull()
  expect(disk.get('gateActs')).not.toMatch(/كريم|عُمر/)
  expect(await sendActs(gate)).toBe(0)
  const [waiting] = waitingActs(gate)
  vi.setSystemTime(new Date('2026-11-24T10:05:00Z'))
  away = null
  expect(await sendActs(gate)).toBe(1)
  expect(sent).toEqual([
    {
      schoolId: 'nile',
      studentId: 'omar',
      clientOperationId: waiting!.id,
      secondsAgo: 300,
      kind: 'parent',
      personId: 'father',
    },
  ])
  expect(waitingActs(gate)).toEqual([])
  expect(await sendActs(gate)).toBe(0)
})

test('it outlives the sign-out, for the person who noted it alone', async () => {
  keepDay(gate, [omar])
  away = new TypeError('Failed to fetch')
  await noteAct(gate, act)
  dropKept()
  const another = { ...gate, personId: 'another' }
  keepDay(another, [omar])
  await noteAct(another, act)
  expect([waitingActs(gate).length, waitingActs(another).length]).toEqual([1, 1])
  away = null
  expect([await sendActs(another), await sendActs(gate)]).toEqual([1, 1])
  expect(disk.has('gateActs')).toBe(false)
})

test('what the server refuses stays with its reason, and is not sent again', async () => {
  keepDay(gate, [omar])
  away = new TypeError('Failed to fetch')
  await noteAct(gate, act)
  away = new Refused(409, 'This person may not fetch the child today')
  await sendActs(gate)
  expect(waitingActs(gate)).toMatchObject([{ problem: 'This person may not fetch the child today' }])
  away = null
  expect(await sendActs(gate)).toBe(0)
  expect(sent).toEqual([])
})

test('without a kept list nothing is noted here', async () => {
  away = new TypeError('Failed to fetch')
  await expect(noteAct(gate, act)).rejects.toBe(away)
  expect(disk.size).toBe(0)
})
