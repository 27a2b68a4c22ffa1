import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { schoolGate } from '#contract/people/safety/gate.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { call } from '#web/lib/call.ts'
import { epoch } from '#web/lib/clock.ts'
import { todayIn } from '#web/lib/days.ts'
import { keeping } from '#web/lib/keeping.ts'
import { mustWait } from '#web/lib/later.ts'
import { fold } from '#web/lib/text.ts'

export type KeptChild = OutputOf<typeof schoolGate.day>[number]
type ChildAtGate = OutputOf<typeof schoolGate.get>

/** Whose gate it is: the person who is signed in, at a school with its clock. */
export type Gate = { personId: string; schoolId: string; timeZone: string }

const Act = z.object({
  id: z.string(),
  personId: z.string(),
  schoolId: z.string(),
  studentId: z.string(),
  act: z.enum(['called', 'handedOver']),
  kind: z.nullable(z.enum(['parent', 'guardian'])),
  toId: z.nullable(z.string()),
  /** In ms, by the clock of the device. */
  at: z.number(),
  /** Why the server refused it. */
  problem: z.nullable(z.string()),
})
/** What was noted here and is not at the server yet: ids and a moment, no names. */
export type WaitingAct = z.infer<typeof Act>

const Day = z.object({ personId: z.string(), schoolId: z.string(), children: schoolGate.day.output })
const Acts = z.array(Act)

/** Keeps the list of a day on this device. What is kept begins with its day. */
export const keepDay = ({ personId, schoolId, timeZone }: Gate, children: readonly KeptChild[]) =>
  keeping.setItem('gate', `${todayIn(timeZone)} ${JSON.stringify({ personId, schoolId, children })}`)

export const dropKeptDay = () => keeping.removeItem('gate')

/** The list of today, if this person keeps it here. One of another day is erased. */
export function keptDay({ personId, schoolId, timeZone }: Gate): readonly KeptChild[] | null {
  const text = keeping.getItem('gate')
  if (text === null) return null
  if (!text.startsWith(`${todayIn(timeZone)} `)) {
    dropKeptDay()
    return null
  }
  const kept = Day.safeParse(JSON.parse(text.slice(text.indexOf(' ') + 1)))
  const isOwn = kept.success && kept.data.personId === personId && kept.data.schoolId === schoolId
  return isOwn ? kept.data.children : null
}

/** The kept children whose name or code contains a text, at most twenty. */
export function foundIn(children: readonly KeptChild[], text: string) {
  const searched = fold(text)
  const has = (own: string) => fold(own).includes(searched)
  return children.filter(({ studentName, code }) => has(studentName) || has(code)).slice(0, 20)
}

/** What any person noted on this device. It outlives a sign-out and waits until that person signs in again. */
function allActs() {
  const kept = Acts.safeParse(JSON.parse(keeping.getItem('gateActs') ?? '[]'))
  return kept.success ? kept.data : []
}

export const waitingActs = ({ personId }: Gate): readonly WaitingAct[] =>
  allActs().filter((act) => act.personId === personId)

function putActs(acts: readonly WaitingAct[]) {
  if (acts.length === 0) keeping.removeItem('gateActs')
  else keeping.setItem('gateActs', JSON.stringify(acts))
}

export const dropAct = (id: string) => putActs(allActs().filter((act) => act.id !== id))

type NewAct = Pick<WaitingAct, 'studentId' | 'act' | 'kind' | 'toId'>

/** Notes an act: at the server, or here if there is no network and the day is kept. Returns the child, or null if it waits here. */
export async function noteAct(gate: Gate, { studentId, act, kind, toId }: NewAct): Promise<ChildAtGate | null> {
  const { personId, schoolId } = gate
  const noted = { id: crypto.randomUUID(), personId, schoolId, studentId, act, kind, toId, at: epoch(), problem: null }
  try {
    return await sent(noted)
  } catch (problem) {
    if (!mustWait(problem) || keptDay(gate) === null) throw problem
    putActs([...allActs(), noted])
    return null
  }
}

/** Sends what waits here, in order, until the network fails. What is refused stays, with its reason. Returns how many were noted. */
export async function sendActs(gate: Gate) {
  let many = 0
  for (const act of waitingActs(gate).filter(({ problem }) => problem === null)) {
    try {
      await sent(act)
      dropAct(act.id)
      many++
    } catch (error) {
      if (mustWait(error)) return many
      const problem = error instanceof Error ? error.message : String(error)
      putActs(allActs().map((one) => (one.id === act.id ? { ...one, problem } : one)))
    }
  }
  return many
}

function sent({ id, schoolId, studentId, act, kind, toId, at }: WaitingAct) {
  const secondsAgo = Math.max(0, Math.round((epoch() - at) / 1000))
  const noted = { schoolId, studentId, clientOperationId: id, secondsAgo }
  return act === 'called'
    ? call(schoolGate.callOut, noted)
    : call(schoolGate.handOver, { ...noted, kind: kind!, personId: toId! })
}

/** The list of today and what waits here, as they are on this device now; what waits is sent as soon as there is a network. */
export function useKeptDay(gate: Gate, onSent: () => void) {
  const { personId, schoolId, timeZone } = gate
  const [, setTurn] = useState(0)
  const [children, setChildren] = useState(() => keptDay(gate))
  const again = () => setTurn((nth) => nth + 1)
  useEffect(() => {
    const own = { personId, schoolId, timeZone }
    const look = () => {
      const kept = keptDay(own)
      setChildren((before) => (before === null || kept === null ? kept : before))
      void sendActs(own).then((many) => {
        if (many > 0) onSent()
        again()
      })
    }
    look()
    const timer = setInterval(look, 20_000)
    addEventListener('online', look)
    return () => {
      clearInterval(timer)
      removeEventListener('online', look)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the function of the last render does the same
  }, [personId, schoolId, timeZone])
  return { children, setChildren, waiting: waitingActs(gate), again }
}
