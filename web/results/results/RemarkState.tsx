import { Check, Clock, CloudOff, LoaderCircle } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { StateLine } from '#web/ui/StateLine.tsx'
import type { useRemarkDrafts } from './remark-drafts.ts'

type Props = {
  typed: Pick<
    ReturnType<typeof useRemarkDrafts>,
    'count' | 'isAway' | 'isPasted' | 'isSending' | 'mustSay' | 'save' | 'cancel'
  >
}

/** Whether all that was written is stored, and what to do where it cannot be stored by itself. */
export function RemarkState({ typed: { count, isAway, isPasted, isSending, mustSay, save, cancel } }: Props) {
  const { t } = useTranslation()
  const isBusy = count > 0 || isSending
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-3">
      <div role="status">{isAway && <StateLine Icon={CloudOff} look="text-wait" text={t('remarks.away')} />}</div>
      {!isAway && !isBusy && <StateLine Icon={Check} look="text-ok" text={t('remarks.stored')} />}
      {!isAway && isBusy && !mustSay && <StateLine Icon={LoaderCircle} look="text-muted" text={t('remarks.stores')} />}
      {isPasted && <StateLine Icon={Clock} look="text-wait" text={t('remarks.unsaved', { count })} />}
      {mustSay && (
        <Button tone="primary" disabled={isSending} onClick={save}>
          {t('remarks.save')}
        </Button>
      )}
      {mustSay && <Button onClick={cancel}>{t('common.cancel')}</Button>}
    </div>
  )
}
