import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { toast, toastRefusal } from '#web/ui/toast.ts'

/**
 * Sends what a button saves and says how that ended. `saving` disables the button meanwhile: a second press would be
 * refused as the change of somebody else.
 */
export function useSaving() {
  const { t } = useTranslation()
  const [saving, setSaving] = useState(false)
  /** `said` is the sentence of the toast, or what makes it of the answer; `done` is called when it was saved. */
  async function save<T>(
    send: () => Promise<T>,
    said: string | ((answer: T) => string) = t('settings.saved'),
    done?: () => void,
  ) {
    setSaving(true)
    try {
      const answer = await send()
      toast({ title: typeof said === 'string' ? said : said(answer) })
      done?.()
    } catch (problem) {
      toastRefusal(problem)
    } finally {
      setSaving(false)
    }
  }
  return { saving, save }
}
