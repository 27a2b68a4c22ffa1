import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'

/** Next to a choice that is shown before it is stored: visible if storing takes longer than a moment. */
export function NotStored({ pending }: { pending: boolean }) {
  const { t } = useTranslation()
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!pending) return
    const timer = setTimeout(() => setLong(true), 500)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [pending])
  return (
    <span role="status" className="text-sm text-wait">
      {pending && long && (
        <span className="inline-flex items-center gap-1.5">
          <CloudOff className="size-4 shrink-0" aria-hidden="true" />
          {t('notices.notStored')}
        </span>
      )}
    </span>
  )
}
