import { HeartPulse } from 'lucide-react'
import { useState } from 'react'
import { HealthChange, officialRecords } from '#contract/people/official-records/official-records.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { Field } from '#web/records/fields.ts'
import { LazyEditDialog } from '#web/records/lazy-parts.tsx'
import { EditButton } from '#web/records/RecordRow.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'

type Props = { schoolId: string; student: { id: string; isMerged: boolean } }
type Notes = OutputOf<typeof officialRecords.health>

const fields: Field[] = [
  { name: 'healthNotes', kind: 'lines' },
  { name: 'pickUpNotes', kind: 'lines' },
]

/** Health and pick-up notes: read when somebody opens them, because each reading is recorded. */
export function HealthCard({ schoolId, student }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [editing, setEditing] = useState(false)
  const { data, error, refetch } = useRead(officialRecords.health, { studentId: student.id }, { enabled: open })
  const mayEdit = useMay(officialRecords.updateHealth, schoolId) && !student.isMerged
  return (
    <Card className="space-y-5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-base">{t('settings.health.title')}</h2>
          <p className="text-sm text-muted">{t('settings.health.lead')}</p>
        </div>
        {open && data && mayEdit && <EditButton name={t('settings.health.title')} onClick={() => setEditing(true)} />}
      </div>
      {!open && (
        <Button icon={<HeartPulse className="size-5" aria-hidden="true" />} onClick={() => setOpen(true)}>
          {t('settings.health.open')}
        </Button>
      )}
      {open && !data && <LoadingOrFailed error={error} again={refetch} count={2} />}
      {open && data && <Facts notes={data} />}
      {open && data && editing && (
        <LazyEditDialog
          side
          of="health"
          fields={fields}
          schema={HealthChange}
          start={{ id: student.id }}
          row={data}
          update={officialRecords.updateHealth}
          onClose={() => setEditing(false)}
        />
      )}
    </Card>
  )
}

function Facts({ notes }: { notes: Notes }) {
  const { t } = useTranslation()
  const { healthNotes, pickUpNotes } = notes
  if (!healthNotes && !pickUpNotes) return <p className="text-muted">{t('settings.health.empty')}</p>
  return (
    <dl className="space-y-3">
      {Object.entries({ healthNotes, pickUpNotes }).map(
        ([name, text]) =>
          text && (
            <div key={name} className="[overflow-wrap:anywhere]">
              <dt className="text-sm text-muted">{t(`settings.health.${name}`)}</dt>
              <dd className="whitespace-pre-line">
                <Bdi>{text}</Bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
