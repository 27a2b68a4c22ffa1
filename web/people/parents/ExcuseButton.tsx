import { Plus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { todayOfDevice } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'

/** Opens the form for an absence of today: above the many days of a child, and not below them. */
export function ExcuseButton() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const open = () => {
    const next = new URLSearchParams(query)
    next.set('excuse', todayOfDevice())
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  return (
    <Button tone="quiet" className="-ms-3" icon={<Plus className="size-5" aria-hidden="true" />} onClick={open}>
      {t('children.excuse')}
    </Button>
  )
}
