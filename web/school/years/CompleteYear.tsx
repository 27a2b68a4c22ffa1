import * as z from 'zod/mini'
import { Text } from '#contract/language/fields.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { years } from '#contract/school/years/years.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { useChange } from '#web/records/change.ts'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'

type Props = { year: { id: string; name: string }; onClose: () => void }

const Typed = z.strictObject({ name: Text(1, 100) })

/** Completes a year once its name was typed, after showing what it would leave unfinished. */
export function CompleteYear({ year, onClose }: Props) {
  const { t } = useTranslation()
  const { data: plan, error, refetch } = useRead(years.completionPlan, { schoolYearId: year.id })
  const complete = useChange(years.complete)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('settings.years.completeAsk', { name: isolated(year.name) })}
      description={t('settings.years.completeMeans')}
    >
      <div className="space-y-6 pt-2">
        {plan ? <Unfinished plan={plan} /> : <LoadingOrFailed error={error} again={refetch} count={3} />}
        <Form<{ name: string }>
          draft={false}
          schema={Typed}
          start={{ name: '' }}
          save={async ({ name }) => {
            await complete({ schoolYearId: year.id, name })
            onClose()
          }}
          submit="settings.years.complete"
          beside={<DialogCancel />}
        >
          <TextField name="name" label="settings.years.typeName" placeholder={year.name} autoComplete="off" />
        </Form>
      </div>
    </Dialog>
  )
}

function Unfinished({ plan }: { plan: OutputOf<typeof years.completionPlan> }) {
  const { t } = useTranslation()
  const { daysLeft, registersNotTaken, examsWithoutMarks, seatsEnding } = plan
  const lines = [
    ...(daysLeft ? [['daysLeft', t('settings.years.days', { count: daysLeft })]] : []),
    ...(registersNotTaken > 0 ? [['registersNotTaken', registersNotTaken]] : []),
    ...(examsWithoutMarks > 0 ? [['examsWithoutMarks', examsWithoutMarks]] : []),
    ...(seatsEnding > 0 ? [['seatsEnding', seatsEnding]] : []),
  ] as [string, string | number][]
  if (lines.length === 0) return <p>{t('settings.years.nothingUnfinished')}</p>
  return (
    <section aria-label={t('settings.years.unfinished')}>
      <dl className="divide-y divide-line rounded-card border border-line">
        {lines.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 px-4 py-3">
            <dt className="text-muted">{t(`settings.years.${label}`)}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
