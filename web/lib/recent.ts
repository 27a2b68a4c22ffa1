import { useEffect } from 'react'
import * as z from 'zod/mini'
import { keeping } from './keeping.ts'
import { useStore } from './store.ts'

/** A student or a class of a school. The device keeps no names: the server says them to the person who opens the search. */
export type OpenedBefore = { id: string; of: 'student' | 'class'; schoolId: string }

const keptAs = 'recent'
const atMost = 8

const Kept = z.object({
  personId: z.string(),
  opened: z.array(z.object({ id: z.string(), of: z.enum(['student', 'class']), schoolId: z.string() })),
})

/** What this person opened last on this device, the latest first; nothing on a shared computer. */
export function recentlyOpened(personId: string): OpenedBefore[] {
  const kept = Kept.safeParse(jsonOf(keeping.getItem(keptAs)))
  return kept.success && kept.data.personId === personId ? kept.data.opened.slice(0, atMost) : []
}

/** Keeps that this person opened something now. */
export function keepOpened(personId: string, { id, of, schoolId }: OpenedBefore) {
  const others = recentlyOpened(personId).filter((one) => one.id !== id)
  keeping.setItem(keptAs, JSON.stringify({ personId, opened: [{ id, of, schoolId }, ...others].slice(0, atMost) }))
}

/** For the screen of a student or a class, once the server has shown it to the person. */
export function useKeepOpened(of: OpenedBefore['of'], shown: { id: string; schoolId: string } | undefined) {
  const personId = useStore(({ user }) => user.id)
  const { id, schoolId } = shown ?? {}
  useEffect(() => {
    if (id && schoolId && personId) keepOpened(personId, { id, of, schoolId })
  }, [id, of, schoolId, personId])
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
