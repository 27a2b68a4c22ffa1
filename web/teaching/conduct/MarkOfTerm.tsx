import { useTranslation } from '#web/lib/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { NumberInput } from '#web/ui/NumberInput.tsx'
import type { MarksOfTerm } from './mark.ts'

/** The full mark of conduct and the one that a term begins with; empty for none. */
export function MarkOfTerm({ marks, onChange }: { marks: MarksOfTerm; onChange: (marks: MarksOfTerm) => void }) {
  const { t } = useTranslation()
  return (
    <Card className="space-y-3">
      <h2 className="text-base">{t('conduct.mark')}</h2>
      <p className="text-sm text-muted">{t('conduct.markMeans')}</p>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <NumberInput
          label={t('conduct.fullMark')}
          value={marks.fullMark}
          onChange={(fullMark) => onChange({ ...marks, fullMark })}
        />
        <NumberInput
          label={t('conduct.startsAt')}
          value={marks.startsAt}
          onChange={(startsAt) => onChange({ ...marks, startsAt })}
        />
      </div>
    </Card>
  )
}
