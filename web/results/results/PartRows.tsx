import { Plus, Trash2 } from 'lucide-react'
import { blankPart, isOfPresence, sources } from '#contract/results/results/scheme-rules.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { NumberInput } from '#web/ui/NumberInput.tsx'
import { useLineKeys } from './line-keys.ts'
import { Choice, TickBox, Words } from './SchemeFields.tsx'
import type { SchemeInEditor } from './scheme-draft.ts'

type Part = SchemeInEditor['parts'][number]

const blank: Part = { ...blankPart, id: null }

/** The parts of a scheme; each shows only what its source needs. */
export function PartRows({ parts, onChange }: { parts: Part[]; onChange: (parts: Part[]) => void }) {
  const { t } = useTranslation()
  const { keys, addKey, removeKey } = useLineKeys(parts.length)
  const left = 100 - parts.reduce((all, { weight }) => all + weight, 0)
  return (
    <>
      <ol className="space-y-5">
        {parts.map((part, nth) => (
          <li key={keys[nth]} className="border-b border-line pb-4">
            <PartRow
              part={part}
              nth={nth}
              onChange={(change) => onChange(parts.with(nth, { ...part, ...change }))}
              onRemove={() => {
                removeKey(nth)
                onChange(parts.toSpliced(nth, 1))
              }}
            />
          </li>
        ))}
      </ol>
      <Button
        icon={<Plus className="size-5" aria-hidden="true" />}
        onClick={() => {
          addKey()
          onChange([...parts, { ...blank, weight: Math.max(0, Math.round(left * 100) / 100) }])
        }}
      >
        {t('results.schemes.addPart')}
      </Button>
    </>
  )
}

type RowProps = { part: Part; nth: number; onChange: (change: Partial<Part>) => void; onRemove: () => void }

function PartRow({ part, nth, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  const choices = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`results.${group}.${value}`) }))
  const isWork = ['exams', 'homework', 'activities'].includes(part.source)
  return (
    <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-4">
      <Words
        label={t('results.part.nameAr')}
        dir="rtl"
        value={part.nameAr}
        onChange={(nameAr) => onChange({ nameAr })}
      />
      <Words label={t('results.part.name')} dir="ltr" value={part.name} onChange={(name) => onChange({ name })} />
      <NumberInput
        label={t('results.part.weight')}
        value={part.weight}
        onChange={(weight) => onChange({ weight: weight ?? 0 })}
      />
      <Choice
        label={t('results.part.source')}
        items={choices('source', sources)}
        value={part.source}
        onChange={(source) => onChange({ source: source as Part['source'] })}
      />
      {isWork && (
        <>
          <NumberInput label={t('results.part.best')} value={part.best} onChange={(best) => onChange({ best })} />
          <Choice
            label={t('results.part.mean')}
            items={choices('mean', ['points', 'percent'])}
            value={part.mean}
            onChange={(mean) => onChange({ mean: mean as Part['mean'] })}
          />
          <Words label={t('results.part.word')} value={part.word ?? ''} onChange={(word) => onChange({ word })} />
          {part.source === 'exams' && (
            <NumberInput label={t('results.part.month')} value={part.month} onChange={(month) => onChange({ month })} />
          )}
        </>
      )}
      {isOfPresence(part.source) ? (
        <>
          <NumberInput
            label={t('results.part.perAbsence')}
            value={part.perAbsence}
            onChange={(perAbsence) => onChange({ perAbsence })}
          />
          <NumberInput
            label={t('results.part.perLate')}
            value={part.perLate}
            onChange={(perLate) => onChange({ perLate })}
          />
        </>
      ) : (
        <Choice
          label={t('results.part.missing')}
          items={choices('missingCounts', ['zero', 'leftOut'])}
          value={part.missing}
          onChange={(missing) => onChange({ missing: missing as Part['missing'] })}
        />
      )}
      <NumberInput
        label={t('results.part.minimum')}
        value={part.minimum}
        onChange={(minimum) => onChange({ minimum })}
      />
      <TickBox label={t('results.part.final')} value={part.final} onChange={(final) => onChange({ final })} />
      <IconButton label={t('results.part.remove', { nth: nth + 1 })} onClick={onRemove}>
        <Trash2 className="size-5" aria-hidden="true" />
      </IconButton>
    </div>
  )
}
