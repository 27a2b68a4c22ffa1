import { useState } from 'react'
import type { CivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { endDraft } from './drafts.ts'
import { confirmRegister, isOutgoing } from './outgoing.ts'
import { type Draft, linesAbout, type Person, registerOf } from './register.ts'

type Confirmed = {
  classRoomId: string
  day: CivilDay
  everybody: readonly Person[]
  /** What is confirmed. */
  draft: Draft
  /** What was tapped of it. */
  edited: Draft | null
  setEdited: (draft: Draft | null) => void
}

/** Confirms a register, or what is corrected in it: for another version than its own, or with the reason on a day without school. */
export function useConfirming({ classRoomId, day, everybody, draft, edited, setEdited }: Confirmed) {
  const { t } = useTranslation()
  const [confirming, setConfirming] = useState(false)

  async function confirm(baseVersion = draft.baseVersion, closedReason?: string) {
    const entries = linesAbout(everybody, draft)
    if (entries.lines.size === 0) return setEdited(null)
    setConfirming(true)
    const confirmed = edited && entries
    setEdited(confirmed)
    try {
      await confirmRegister({
        ...registerOf(classRoomId, day, entries, baseVersion),
        ...(closedReason && { closedReason }),
      })
      endDraft(classRoomId, day, confirmed)
      if (!isOutgoing(classRoomId, day)) toast({ title: t('attendance.saved') })
    } catch (error) {
      toastRefusal(error)
    } finally {
      setConfirming(false)
    }
  }

  return { confirming, confirm }
}
