import { useState } from 'react'
import { noticePreferences } from '#contract/messages/push/notice-preferences.ts'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryClient } from '#web/lib/query.ts'
import { toast, toastRefusal } from '#web/ui/toast.ts'

export type Preferences = OutputOf<typeof noticePreferences.get>

type Change = Omit<InputOf<typeof noticePreferences.update>, 'baseVersion'>

export type Choosing = {
  preferences: Preferences
  choose: (change: Change) => void
  /** Whether a choice is shown that the server has not stored. */
  isPending: (name: keyof Change) => boolean
}

/** Stores one choice at once, and leaves all others as they are; shown at once, and turned back when it is refused. */
export function useChoosing(stored: Preferences): Choosing {
  const update = useWrite(noticePreferences.update)
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Change>({})

  async function send(change: Change) {
    try {
      const now = await update.mutateAsync(change)
      queryClient.setQueriesData({ queryKey: ['Notice', noticePreferences.get.path] }, now)
      toast({ title: t('settings.saved') })
    } catch (problem) {
      toastRefusal(problem)
    }
    setChosen((all) => without(all, change))
  }

  return {
    preferences: { ...stored, ...chosen } as Preferences,
    isPending: (name) => name in chosen,
    choose(change) {
      setChosen((all) => ({ ...all, ...change }))
      void send(change)
    },
  }
}

/** A choice that was changed again meanwhile stays. */
const without = (all: Change, done: Change): Change =>
  Object.fromEntries(Object.entries(all).filter(([key, value]) => value !== done[key as keyof Change]))
