import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type Props = { issue: number; onReason: (reason: string) => void; onClose: () => void }

/** Asks why marks of a closed term are corrected; typing begins after it. */
export function CorrectClosed({ issue, onReason, onClose }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const given = reason.trim()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('results.closedTerm.correctTitle')}
      description={t('results.closedTerm.correctMeans', { issue: issue + 1 })}
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          onReason(given)
          onClose()
        }}
      >
        <label className="grid gap-1">
          {t('results.closedTerm.reason')}
          <input
            dir="auto"
            required
            minLength={3}
            maxLength={200}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            className="min-h-11 rounded-field border border-line bg-surface px-3"
          />
        </label>
        <Button type="submit" tone="primary" disabled={given.length < 3} className="max-md:w-full">
          {t('results.closedTerm.begin')}
        </Button>
      </form>
    </Dialog>
  )
}
