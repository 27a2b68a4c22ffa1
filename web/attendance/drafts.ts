import { create } from 'zustand'
import { useStore } from '#web/lib/store.ts'
import { changedSince, type Draft, type Register } from './register.ts'

/**
 * Registers that were begun and are not confirmed: a look at another tab or screen loses no tap. In memory only, so they end
 * with the page, and with the session of the person who began them.
 */
const useAll = create<Record<string, Draft | null>>(() => ({}))

useStore.subscribe(({ user }, before) => {
  if (user.id !== before.user.id) useAll.setState({}, true)
})

const keyOf = (classRoomId: string, day: string) => `${classRoomId} ${day}`

/** What was begun of one class's register of one day, and how to change it. */
export function useDraft(classRoomId: string, day: string) {
  const key = keyOf(classRoomId, day)
  const begun = useAll((all) => all[key] ?? null)
  return [begun, (draft: Draft | null) => useAll.setState({ [key]: draft })] as const
}

/** What was confirmed is begun no more, unless there were more taps while it was sent: `confirmed` is what it was then. */
export const endDraft = (classRoomId: string, day: string, confirmed: Draft | null) =>
  useAll.setState((all) => {
    const key = keyOf(classRoomId, day)
    return (all[key] ?? null) === confirmed ? { [key]: null } : {}
  })

/** A register is stored: taps made since it was sent correct what is stored now. */
export const goOnFrom = (sent: Register, version: number) =>
  useAll.setState((all) => {
    const key = keyOf(sent.classRoomId, sent.date)
    return all[key] ? { [key]: changedSince(sent, all[key], version) } : {}
  })
