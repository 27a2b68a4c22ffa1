import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { endDraft } from './drafts.ts'
import { confirmRegister, isOutgoing } from './outgoing.ts'
import type { RegisterKey } from './place.ts'
import { type Draft, linesAbout, type Person, registerOf } from './register.ts'

type Confirmed = {
  of: RegisterKey
  everybody: readonly Person[]
  /** What is confirmed. */
  draft: Draft
  /** What was tapped of it. */
  edited: Draft | null
  setEdited: (draft: Draft | null) => void
}

/** Confirms a register, or what is corrected in it: for another version than its own, or with a reason on a day without school or so late. */
export function useConfirming({ of, everybody, draft, edited, setEdited }: Confirmed) {
  const { t } = useTranslation()
  const [confirming, setConfirming] = useState(false)

  async function confirm(baseVersion = draft.baseVersion, reason?: string) {
    const entries = linesAbout(everybody, draft)
    if (entries.lines.size === 0) return setEdited(null)
    setConfirming(true)
    const confirmed = edited && entries
    setEdited(confirmed)
    try {
      const register = registerOf(of.classRoomId, of.date, entries, baseVersion)
      if (of.lesson) await confirmRegister(register, { lesson: of.lesson, lateReason: reason })
      else await confirmRegister({ ...register, ...(reason && { closedReason: reason }) })
      endDraft(of, confirmed)
      if (!isOutgoing(of)) toast({ title: t('attendance.saved') })
    } catch (error) {
      toastRefusal(error)
    } finally {
      setConfirming(false)
    }
  }

  return { confirming, confirm }
}
