import { useTranslation } from '#web/lib/i18n.ts'
import { Card } from '#web/ui/Card.tsx'

type Marks = { fullMark: number | null; startsAt: number | null }

/** The full mark of conduct and the one that a term begins with; empty for none. */
export function MarkOfTerm({ marks, onChange }: { marks: Marks; onChange: (marks: Marks) => void }) {
  const { t } = useTranslation()
  const read = (value: number) => (Number.isNaN(value) ? null : Math.max(0, Math.min(1000, value)))
  return (
    <Card className="space-y-3">
      <h2 className="text-base">{t('conduct.mark')}</h2>
      <p className="text-sm text-muted">{t('conduct.markMeans')}</p>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <Amount
          label={t('conduct.fullMark')}
          value={marks.fullMark}
          onChange={(value) =>
            onChange(value ? { ...marks, fullMark: read(value) } : { fullMark: null, startsAt: null })
          }
        />
        <Amount
          label={t('conduct.startsAt')}
          value={marks.startsAt}
          onChange={(value) => onChange({ ...marks, startsAt: read(value) })}
        />
      </div>
    </Card>
  )
}

type AmountProps = { label: string; value: number | null; onChange: (value: number) => void }

const Amount = ({ label, value, onChange }: AmountProps) => (
  <label className="flex flex-wrap items-center gap-3">
    {label}
    <input
      type="number"
      min={0}
      step="any"
      dir="ltr"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.valueAsNumber)}
      className="min-h-11 w-24 rounded-field border border-line bg-surface px-3"
    />
  </label>
)
