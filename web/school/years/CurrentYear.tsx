import { CircleCheckBig, CirclePause, Pencil } from 'lucide-react'
import { lazy, useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { NewYear, years } from '#contract/school/years/years.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { useChange } from '#web/records/change.ts'
import { LazyEditDialog } from '#web/records/lazy-parts.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { yearFields } from './year-fields.ts'

const loadCompleteYear = part(async () => (await import('./CompleteYear.tsx')).CompleteYear)
const CompleteYear = lazy(loadCompleteYear)

export type Year = OutputOf<typeof years.get>

/** The current year: edit, deactivate, complete. */
export function CurrentYear({ year }: { year: Year }) {
  const { t } = useTranslation()
  const mayEdit = useMay(years.update)
  const [editing, setEditing] = useState(false)
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-xl [overflow-wrap:anywhere]">
          <bdi>{year.name}</bdi>
        </h2>
        <StatusBadge status="good" word={t('settings.years.current')} />
      </div>
      {year.description && (
        <p className="mt-2 whitespace-pre-line text-muted [overflow-wrap:anywhere]">
          <bdi>{year.description}</bdi>
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {mayEdit && (
          <Button icon={<Pencil className="size-5" aria-hidden="true" />} onClick={() => setEditing(true)}>
            {t('settings.years.edit')}
          </Button>
        )}
        <Deactivate year={year} />
        <Complete year={year} />
      </div>
      {editing && (
        <LazyEditDialog
          of="years"
          fields={yearFields}
          schema={NewYear}
          start={{ schoolId: year.schoolId }}
          row={year}
          update={years.update}
          onClose={() => setEditing(false)}
        />
      )}
    </Card>
  )
}

function Deactivate({ year: { id, name } }: { year: Year }) {
  const { t } = useTranslation()
  const may = useMay(years.deactivate)
  const deactivate = useChange(years.deactivate)
  if (!may) return null
  return (
    <AskFirst
      title={t('settings.deactivateAsk', { name: isolated(name) })}
      description={t('settings.years.deactivateMeans')}
      submit={t('common.confirm')}
      run={() => deactivate({ schoolYearId: id })}
    >
      {(ask, busy) => (
        <Button icon={<CirclePause className="size-5" aria-hidden="true" />} onClick={ask} disabled={busy}>
          {t('settings.years.deactivate')}
        </Button>
      )}
    </AskFirst>
  )
}

function Complete({ year }: { year: Year }) {
  const { t } = useTranslation()
  const may = useMay(years.complete)
  const [completing, setCompleting] = useState(false)
  usePrefetch(loadCompleteYear)
  if (!may) return null
  return (
    <>
      <Button icon={<CircleCheckBig className="size-5" aria-hidden="true" />} onClick={() => setCompleting(true)}>
        {t('settings.years.complete')}
      </Button>
      {completing && (
        <LazyPart onClose={() => setCompleting(false)}>
          <CompleteYear year={year} onClose={() => setCompleting(false)} />
        </LazyPart>
      )}
    </>
  )
}
