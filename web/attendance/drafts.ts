import { create } from 'zustand'
import { useStore } from '#web/lib/store.ts'
import type { Draft } from './register.ts'

/**
 * Registers that were begun and are not confirmed: a look at another tab or screen loses no tap. In memory only, so they end
 * with the page, and with the session of the person who began them.
 */
const useAll = create<Record<string, Draft | null>>(() => ({}))

useStore.subscribe(({ user }, before) => {
  if (user.id !== before.user.id) useAll.setState({}, true)
})

/** What was begun of one class's register of one day, and how to change it. */
export function useDraft(classRoomId: string, day: string) {
  const key = `${classRoomId} ${day}`
  const begun = useAll((all) => all[key] ?? null)
  return [begun, (draft: Draft | null) => useAll.setState({ [key]: draft })] as const
}
