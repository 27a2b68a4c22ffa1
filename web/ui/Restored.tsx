import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from './Button.tsx'

type Props = {
  /** Whether somebody else has changed the same meanwhile. */
  isOver?: boolean
  onDiscard: () => void
}

/** Above a form that was opened again with what was typed in it before. */
export function Restored({ isOver = false, onDiscard }: Props) {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-field bg-wait-soft px-4 py-1"
    >
      <p>{t(isOver ? 'common.restoredOver' : 'common.restored')}</p>
      <Button tone="quiet" onClick={onDiscard}>
        {t('common.discardRestored')}
      </Button>
    </div>
  )
}
