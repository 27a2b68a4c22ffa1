import { ArrowLeft, Merge } from 'lucide-react'
import { useState } from 'react'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'

type Props = { studentId: string; otherId: string; onBack: () => void; onDone: () => void }
type Plan = OutputOf<typeof studentMerges.plan>
type Side = 'kept' | 'other'

/** What would go along and what would stay; of two marks of one work the person chooses. */
export function MergePreview({ studentId, otherId, onBack, onDone }: Props) {
  const { t } = useTranslation()
  const { data: plan, error, refetch } = useRead(studentMerges.plan, { studentId, otherId })
  const merge = useChange(studentMerges.merge)
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const [busy, setBusy] = useState(false)
  if (!plan) return <LoadingOrFailed error={error} again={refetch} count={4} />

  const save = async () => {
    setBusy(true)
    const marks = plan.marks.map(({ workId }) => ({ workId, ofOther: chosen[workId] === 'other' }))
    try {
      await merge({ studentId, otherId, marks })
      toast({ title: t('merge.merged') })
      onDone()
    } catch (problem) {
      toastRefusal(problem)
      void refetch()
    } finally {
      setBusy(false)
    }
  }
  const isOpen = plan.marks.some(({ workId }) => !chosen[workId])

  return (
    <div className="space-y-5">
      <p>
        <Bdi>{plan.otherName}</Bdi> {t('merge.into')} <Bdi>{plan.studentName}</Bdi>
      </p>
      <Parts parts={plan.parts} />
      {plan.marks.length > 0 && (
        <section className="space-y-3">
          <h3 className="font-semibold">{t('merge.marks')}</h3>
          {plan.marks.map((mark) => (
            <MarkChoice
              key={mark.workId}
              mark={mark}
              value={chosen[mark.workId] ?? null}
              onChange={(side) => setChosen({ ...chosen, [mark.workId]: side })}
            />
          ))}
        </section>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          tone="primary"
          icon={<Merge className="size-5" aria-hidden="true" />}
          onClick={() => void save()}
          disabled={busy || isOpen}
        >
          {t('merge.merge')}
        </Button>
        <Button icon={<ArrowLeft className="mirror-rtl size-5" aria-hidden="true" />} onClick={onBack}>
          {t('merge.another')}
        </Button>
      </div>
    </div>
  )
}

function Parts({ parts }: Pick<Plan, 'parts'>) {
  const { t } = useTranslation()
  if (parts.length === 0) return <p className="text-muted">{t('merge.nothing')}</p>
  return (
    <table className="w-full text-start">
      <thead className="text-sm text-muted">
        <tr>
          <th className="text-start font-medium">{t('merge.what')}</th>
          <th className="px-3 text-end font-medium">{t('merge.moves')}</th>
          <th className="text-end font-medium">{t('merge.stays')}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ part, moves, stays }) => (
          <tr key={part} className="border-t border-line">
            <td className="py-1.5">{t(`merge.part.${part}`)}</td>
            <td className="px-3 text-end">
              <Digits>{moves}</Digits>
            </td>
            <td className="text-end">
              <Digits>{stays}</Digits>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type ChoiceProps = { mark: Plan['marks'][number]; value: Side | null; onChange: (side: Side) => void }

function MarkChoice({ mark, value, onChange }: ChoiceProps) {
  const { t } = useTranslation()
  const label = `${t(`merge.kind.${mark.kind}`)}: ${mark.courseName}`
  const named = (side: Side, result: number | null) => ({
    value: side,
    label: `${t(`merge.${side}`)}: ${result ?? t('merge.noResult')}`,
  })
  return (
    <div>
      <p className="mb-1 text-sm">
        <Bdi>{label}</Bdi> · <Day day={mark.date} />
      </p>
      <Segments<Side | ''>
        label={`${label} ${mark.date}`}
        items={[named('kept', mark.result), named('other', mark.otherResult)]}
        value={value ?? ''}
        onChange={(side) => side && onChange(side)}
      />
    </div>
  )
}
