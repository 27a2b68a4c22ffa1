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
  const save = (send: () => Promise<unknown>, said = t('settings.saved')) => {
    setSaving(true)
    void send()
      .then(() => toast({ title: said }))
      .catch(toastRefusal)
      .finally(() => setSaving(false))
  }
  return { saving, save }
}
