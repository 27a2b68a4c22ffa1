import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type Props = {
  /** Which column, translated. */
  title: string
  empty: number
  /** Whether the text can be read as a mark of the column. */
  isRead: (text: string) => boolean
  onFill: (text: string) => void
  onClose: () => void
}

/** Asks for one value for all empty cells of a column; cells with a mark stay as they are. */
export function FillEmpty({ title, empty, isRead, onFill, onClose }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  return (
    <Dialog open onOpenChange={onClose} title={title} description={t('fill.means', { count: empty })}>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() === '' || !isRead(text)) return setWrong(true)
          onFill(text)
          onClose()
        }}
      >
        <label className="grid gap-1 text-sm">
          {t('fill.value')}
          <input
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            aria-invalid={wrong}
            onChange={({ target }) => {
              setText(target.value)
              setWrong(false)
            }}
            className="min-h-11 w-28 rounded-field border border-line bg-surface px-3 text-center"
          />
        </label>
        <Button type="submit" tone="primary" disabled={empty === 0}>
          {t('fill.submit', { count: empty })}
        </Button>
      </form>
      <p role="alert" className="mt-2 min-h-6 text-danger">
        {wrong && t('fill.wrong')}
      </p>
    </Dialog>
  )
}
