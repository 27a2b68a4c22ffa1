import { useId, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'

/** Takes the register of a closed day all the same, for a reason that is kept with it. */
export function ClosedDayReason({ onTake }: { onTake: (reason: string) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [reason, setReason] = useState('')
  return (
    <form
      className="w-full space-y-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim().length >= 3) onTake(reason.trim())
      }}
    >
      <label htmlFor={id} className="font-medium">
        {t('calendar.reason')}
      </label>
      <input
        id={id}
        value={reason}
        maxLength={200}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => setReason(target.value)}
        className="min-h-11 w-full rounded-field border border-line bg-surface px-3"
      />
      <p id={`${id}-hint`} className="text-sm text-muted">
        {t('calendar.reasonHint')}
      </p>
      <Button type="submit" disabled={reason.trim().length < 3}>
        {t('calendar.takeAnyway')}
      </Button>
    </form>
  )
}
