import { create } from 'zustand'
import { useStore } from '#web/lib/store.ts'
import { storeRegisterDraft, storedRegisterDrafts } from './stored-drafts.ts'
import { keyOfRegister, type LessonPlace, type RegisterKey } from './place.ts'
import { changedSince, type Draft, type Register } from './register.ts'

/**
 * Registers that were begun and are not confirmed: a look at another tab or screen loses no tap, nor does a phone that drops the page.
 * They end with the session of the person who began them.
 */
const useAll = create<Record<string, Draft | null>>(() => storedRegisterDrafts(useStore.getState().user.id))

useStore.subscribe(({ user }, before) => {
  if (user.id !== before.user.id) useAll.setState(storedRegisterDrafts(user.id), true)
})

function put(key: string, draft: Draft | null) {
  useAll.setState({ [key]: draft })
  storeRegisterDraft(useStore.getState().user.id, key, draft)
}

/** What was begun of one register, and how to change it. */
export function useDraft(of: RegisterKey) {
  const key = keyOfRegister(of)
  const begun = useAll((all) => all[key] ?? null)
  return [begun, (draft: Draft | null) => put(key, draft)] as const
}

/** What was confirmed is begun no more, unless there were more taps while it was sent: `confirmed` is what it was then. */
export function endDraft(of: RegisterKey, confirmed: Draft | null) {
  const key = keyOfRegister(of)
  if ((useAll.getState()[key] ?? null) === confirmed) put(key, null)
}

/** A register is stored: taps made since it was sent correct what is stored now. */
export function goOnFrom(
  { register, lesson }: { register: Register; lesson?: LessonPlace | undefined },
  version: number,
) {
  const key = keyOfRegister({ classRoomId: register.classRoomId, date: register.date, lesson })
  const begun = useAll.getState()[key]
  if (begun) put(key, changedSince(register, begun, version))
}
