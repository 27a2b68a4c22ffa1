import { createStore, get, set } from 'idb-keyval'
import { useEffect } from 'react'
import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { fromWire } from '#contract/language/wire-names.ts'
import { isOvertaken, staleAfter } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { isSharedComputer } from '#web/lib/keeping.ts'
import { mustWait } from '#web/lib/later.ts'
import { useStore } from '#web/lib/store.ts'
import { goOnFrom } from './drafts.ts'
import { keyOfRegister, type LessonPlace, type RegisterKey } from './place.ts'
import type { CurrentMark } from './register.ts'

/** A register on its way to the server. It stays until it is stored or its teacher decides; ids only, no names. */
export type Outgoing = {
  id: string
  personId: string
  register: InputOf<typeof attendance.save>
  /** Which lesson it is the register of; absent for the register of the day. */
  lesson?: LessonPlace | undefined
  /** Why a lesson is changed so late. */
  lateReason?: string | undefined
  /** What keeps it here: another's saving, or the server's refusal. Null while it only waits for the network. */
  problem: { current: CurrentMark[] } | { sentence: string } | null
}

type Register = Omit<Outgoing['register'], 'clientOperationId'>

/** What is on its way, in the order it was confirmed, and the register that is on the screen. */
export const useOutgoing = create<{ all: Outgoing[]; onScreen: RegisterKey | null }>(() => ({
  all: [],
  onScreen: null,
}))

const keyOfOutgoing = ({ register, lesson }: Outgoing) =>
  keyOfRegister({ classRoomId: register.classRoomId, date: register.date, lesson })

const isOf = (key: RegisterKey) => (one: Outgoing) => keyOfOutgoing(one) === keyOfRegister(key)

/** The outgoing register of one class on one day, or of one lesson. */
export const useOutgoingOf = (key: RegisterKey) => useOutgoing(({ all }) => mine(all).find(isOf(key)))

/** Whether it is on its way at this moment. */
export const isOutgoing = (key: RegisterKey) => mine(useOutgoing.getState().all).some(isOf(key))

/** The registers a person confirmed on this device, in that order; others may have confirmed theirs on it too. */
export const confirmedBy = (personId: string, all: Outgoing[]) => all.filter((one) => one.personId === personId)

/** The registers of the person signed in that are on their way, without the one on the screen, which says so itself. */
export const useUnsent = () =>
  useOutgoing(
    useShallow(({ all, onScreen }) =>
      mine(all).filter((one) => !onScreen || keyOfOutgoing(one) !== keyOfRegister(onScreen)),
    ),
  )

/** While a register is on the screen it says itself whether it is sent. */
export function useOnScreen({ classRoomId, date, lesson }: RegisterKey) {
  const [number, groupId] = [lesson?.number, lesson?.groupId ?? null]
  useEffect(() => {
    const place = number === undefined ? undefined : { number, groupId }
    useOutgoing.setState({ onScreen: { classRoomId, date, lesson: place } })
    return () => useOutgoing.setState({ onScreen: null })
  }, [classRoomId, date, number, groupId])
}

/** Forgets what is on its way: signing out leaves nothing behind. */
export const forgetOutgoing = () => change((all) => all.filter((one) => !mine(all).includes(one)))

/** Keeps a confirmed register until the server has it, and sends it now if it can. Resolves after the try. */
export async function confirmRegister(register: Register, of: Pick<Outgoing, 'lesson' | 'lateReason'> = {}) {
  const id = crypto.randomUUID()
  const outgoing: Outgoing = {
    id,
    personId: useStore.getState().user.id,
    register: { ...register, clientOperationId: id },
    ...of,
    problem: null,
  }
  await change((all) => [...all.filter((other) => !sameSheet(other, outgoing) || other.id === sending), outgoing])
  await sendAll()
}

/** Takes a register back: its teacher decided for what is stored. */
export const giveUp = (id: string) => change((all) => all.filter((one) => one.id !== id))

/** Sends what waits, in order, until the network fails. What is refused stays, with its reason. */
export const sendAll = () =>
  alone('kashkool-sending', async () => {
    for (;;) {
      const all = await kept()
      show(all)
      const next = mine(all).find(({ problem }) => !problem)
      if (!next || !(await sent(next))) return
    }
  })

/** Takes up what an earlier visit left, and tries again whenever the network may be back. */
export async function startOutgoing() {
  if (started) return sendAll()
  started = true
  useOutgoing.setState({ all: await kept() })
  addEventListener('online', () => void sendAll())
  addEventListener('visibilitychange', () => void sendAll())
  setInterval(() => void (useOutgoing.getState().all.some(({ problem }) => !problem) && sendAll()), 30_000)
  await sendAll()
}

/** Takes over what another tab has changed. */
function show(all: Outgoing[]) {
  const before = useOutgoing.getState().all
  if (JSON.stringify(all) === JSON.stringify(before)) return
  useOutgoing.setState({ all })
  if (before.some(({ id }) => all.every((one) => one.id !== id))) void staleAfter(attendance.save)
}

let started = false
let sending: string | null = null

/** Whether the next one may be tried. */
async function sent(next: Outgoing): Promise<boolean> {
  sending = next.id
  try {
    const version = await store(next)
    goOnFrom(next, version)
    await change((all) =>
      all
        .filter(({ id }) => id !== next.id)
        .map((other) =>
          sameSheet(other, next) ? { ...other, register: { ...other.register, baseVersion: version } } : other,
        ),
    )
    return true
  } catch (error) {
    if (mustWait(error)) return false
    await change((all) => all.map((one) => (one.id === next.id ? { ...one, problem: problemOf(error, next) } : one)))
    return true
  } finally {
    sending = null
  }
}

/** Resolves with the stored version. What is stored is on the screen before what was on its way leaves it. */
async function store({ id, register, lesson, lateReason }: Outgoing) {
  if (!lesson) {
    const { version } = await call(attendance.save, register, { key: id })
    await staleAfter(attendance.save)
    return version
  }
  // Loaded when it is sent, so that the first page does not contain it.
  const { lessonRegisters } = await import('#contract/teaching/lessons/lessons.ts')
  const { closedReason: _, students, ...of } = register
  const input = { ...of, ...lesson, ...(lateReason && { lateReason }) }
  const marks = students.map(({ isAttend: __, ...mark }) => mark)
  const { version } = await call(lessonRegisters.save, { ...input, students: marks }, { key: id })
  await staleAfter(lessonRegisters.save)
  return version
}

function problemOf(error: unknown, { lesson }: Outgoing): Outgoing['problem'] {
  if (!isOvertaken(error) || !error.current) return { sentence: error instanceof Error ? error.message : String(error) }
  return { current: (lesson ? error.current : fromWire(attendance.list.output, error.current)) as CurrentMark[] }
}

/** A device may store registers that another person confirmed on it; those wait until that person signs in again. */
const mine = (all: Outgoing[]) => confirmedBy(useStore.getState().user.id, all)

const sameSheet = (one: Outgoing, other: Outgoing) => keyOfOutgoing(one) === keyOfOutgoing(other)

const disk = typeof indexedDB === 'undefined' ? null : createStore('kashkool', 'outgoing')

/** On a shared computer it is kept in memory only. */
const kept = async (): Promise<Outgoing[]> =>
  disk && !isSharedComputer() ? ((await get<Outgoing[]>('registers', disk)) ?? []) : useOutgoing.getState().all

const change = (edit: (all: Outgoing[]) => Outgoing[]) =>
  alone('kashkool-outgoing', async () => {
    const all = edit(await kept())
    if (disk && !isSharedComputer()) await set('registers', all, disk)
    useOutgoing.setState({ all })
  })

/** One at a time, in all tabs of this browser. */
const alone = (name: string, work: () => Promise<void>) => navigator.locks.request(name, work)
