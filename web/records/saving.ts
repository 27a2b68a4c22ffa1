import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { toast, toastRefusal } from '#web/ui/toast.ts'

/**
 * Sends what a button saves and shows the result. `saving` disables the button meanwhile, because a second press would be refused as if
 * somebody else had changed the row.
 */
export function useSaving() {
  const { t } = useTranslation()
  const [saving, setSaving] = useState(false)
  /** `said` is the text of the toast, or a function that makes it from the answer; `done` is called after the save. */
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
