import { Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { sourceInWords } from '#web/lib/press.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { type RuleInEditor, countWords, ruleSentence } from './words.ts'

type Props = {
  rule: RuleInEditor
  grades: ReadonlyMap<string, string>
  onEdit: () => void
  onRemove: () => void
  onActive: (active: boolean) => void
}

/** One rule: what it counts, and each of its steps as a sentence. */
export function RuleCard({ rule, grades, onEdit, onRemove, onActive }: Props) {
  const { t } = useTranslation()
  const words = { ...rule, lateDays: asNumber(rule.lateDays), percentOf: asNumber(rule.percentOf) }
  return (
    <Card className={rule.active ? '' : 'opacity-70'}>
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-base">
          <Bdi>{rule.ruleName}</Bdi>
        </h2>
        <span className="flex items-center">
          <label className="flex min-h-11 items-center gap-2 px-2 text-sm">
            <input
              type="checkbox"
              checked={rule.active}
              onChange={({ target }) => onActive(target.checked)}
              className="size-5 accent-(--primary)"
            />
            {t('absence.rules.on')}
          </label>
          <IconButton label={t('absence.rules.edit', { name: rule.ruleName })} onClick={onEdit}>
            <Pencil className="size-5" aria-hidden="true" />
          </IconButton>
          <IconButton label={t('absence.rules.remove', { name: rule.ruleName })} onClick={onRemove}>
            <Trash2 className="size-5" aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      <p className="text-sm text-muted">{ruleSentence(t, words as never, grades)}</p>
      <ol className="mt-2 space-y-1">
        {rule.steps.map((step) => (
          <li key={String(step.at)}>
            {countWords(t, words as never, Number(step.at))}: <Bdi>{step.name}</Bdi> (
            {t(`absence.action.${step.action}`)})
            {step.points ? ` · ${t('absence.points', { count: Number(step.points) })}` : null}
          </li>
        ))}
      </ol>
      {rule.source && (
        <p className="mt-2 text-sm text-muted">
          {t('absence.rules.source')}: <Bdi>{sourceInWords(rule.source)}</Bdi>
        </p>
      )}
    </Card>
  )
}

const asNumber = (value: number | string | null | undefined) => (value == null || value === '' ? null : Number(value))
