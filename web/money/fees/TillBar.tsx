import { Printer } from 'lucide-react'
import { useState } from 'react'
import { feeTills } from '#contract/money/fees/tills.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { FeeMoney } from './FeeMoney.tsx'
import { TillSheet } from './TillSheet.tsx'

type Props = { schoolId: string; till: OutputOf<typeof feeTills.till>; currency: string | null }

/** The till of the person: opened with a count in the morning, closed with one in the evening. */
export function TillBar({ schoolId, till, currency }: Props) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'open' | 'close' | 'sheet' | null>(null)
  const close = () => setDialog(null)
  const isOpen = till !== null && till.closedAt === null
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-card border border-line bg-surface px-4 py-3">
      <p className="me-auto">
        {t('fees.ownTill')}:{' '}
        {till ? (
          <>
            <span className="font-semibold">
              <FeeMoney amount={till.cash} currency={currency} />
            </span>{' '}
            <span className="text-muted">{t(isOpen ? 'fees.open' : 'fees.closed')}</span>
          </>
        ) : (
          t('fees.notOpened')
        )}
      </p>
      {till && (
        <Button
          tone="quiet"
          icon={<Printer className="size-5" aria-hidden="true" />}
          onClick={() => setDialog('sheet')}
        >
          {t('fees.tillSheet')}
        </Button>
      )}
      {!till && (
        <Button tone="primary" onClick={() => setDialog('open')}>
          {t('fees.openTill')}
        </Button>
      )}
      {isOpen && <Button onClick={() => setDialog('close')}>{t('fees.closeTill')}</Button>}
      {dialog === 'open' && (
        <WriteDialog
          operation={feeTills.openTill}
          start={{ schoolId, opening: '0' }}
          title={t('fees.openTill')}
          description={t('fees.openTillMeans')}
          submit="fees.openTill"
          done={t('fees.tillOpened')}
          typesAtOnce
          onClose={close}
        >
          <TextField name="opening" label="fees.opening" dir="ltr" inputMode="decimal" />
        </WriteDialog>
      )}
      {dialog === 'close' && (
        <WriteDialog
          operation={feeTills.closeTill}
          start={{ schoolId, counted: '', note: '' }}
          title={t('fees.closeTill')}
          description={t('fees.closeTillMeans')}
          submit="fees.closeTill"
          done={t('fees.tillClosed')}
          typesAtOnce
          onClose={close}
        >
          <TextField name="counted" label="fees.counted" dir="ltr" inputMode="decimal" />
          <TextField name="note" label="fees.note" />
        </WriteDialog>
      )}
      {dialog === 'sheet' && till && <TillSheet schoolId={schoolId} tillId={till.id} onClose={close} />}
    </div>
  )
}
