import { lazy, useState } from 'react'
import { type ProposedField, recordProposals } from '#contract/people/official-records/proposals.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSaving } from '#web/records/saving.ts'
import { EditButton } from '#web/records/RecordRow.tsx'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { RecordFacts } from './RecordFacts.tsx'
import type { OfficialRecord } from './record-fields.ts'
import { type RecordProposal, valueInWords } from './proposal-words.ts'

const CorrectField = lazy(part(async () => (await import('./CorrectField.tsx')).CorrectField))

/** The official record of a child as the parents read it, with what they may propose to change. `asks`: whether all is right, for this child. */
export function ChildRecord({ studentId, asks = true }: { studentId: string; asks?: boolean }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(officialRecords.get, { studentId })
  const schoolId = data?.schoolId ?? ''
  const settings = useRead(recordProposals.settings, { schoolId }, { enabled: data !== undefined })
  const own = useRead(recordProposals.ofStudent, { studentId, pageSize: 100 })
  if (!data || !settings.data || !own.data)
    return (
      <LoadingOrFailed
        error={error ?? settings.error ?? own.error}
        again={() => [refetch, settings.refetch, own.refetch].forEach((again) => void again())}
        count={4}
      />
    )
  const ways = settings.data.ways.filter(({ way }) => way !== 'off')
  if (data.leftOn !== null || ways.length === 0)
    return (
      <Card className="space-y-5">
        <p className="text-sm text-muted">{t('settings.record.forParents')}</p>
        <RecordFacts record={data} />
      </Card>
    )
  return (
    <Card className="space-y-4">
      <p className="text-sm text-muted">{t('corrections.lead')}</p>
      <ul className="divide-y divide-line">
        {ways.map(({ field, way }) => (
          <Line
            key={field}
            record={data}
            field={field}
            atOnce={way === 'atOnce'}
            latest={own.data.find((proposal) => proposal.field === field)}
          />
        ))}
      </ul>
      {asks && <Confirm studentId={studentId} />}
    </Card>
  )
}

type LineProps = { record: OfficialRecord; field: ProposedField; atOnce: boolean; latest: RecordProposal | undefined }

/** A field with what it says, a pencil, and what became of the latest proposal. */
function Line({ record, field, atOnce, latest }: LineProps) {
  const { t, language } = useTranslation()
  const [editing, setEditing] = useState(false)
  const { mutateAsync: takeBack } = useWrite(recordProposals.takeBack)
  const { saving, save } = useSaving()
  const value = record[field]
  const label = t(`settings.record.${field}`)
  const empty = field === 'address' ? 'corrections.notShown' : 'corrections.missing'
  const waits = latest?.accepted === null
  return (
    <li className="py-2">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <p className="text-sm text-muted">{label}</p>
          <p className={value ? 'whitespace-pre-line' : 'text-muted'}>
            {value ? <Bdi>{valueInWords(t, language, field, value)}</Bdi> : t(empty)}
          </p>
        </div>
        <EditButton name={label} onClick={() => setEditing(true)} />
      </div>
      {latest && (waits || latest.accepted === false || field === 'address') && (
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field bg-soft px-3 py-2">
          <div className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
            <Bdi>{valueInWords(t, language, field, latest.value)}</Bdi>
            {latest.reason && (
              <p className="text-sm text-muted">
                <Bdi>{latest.reason}</Bdi>
              </p>
            )}
          </div>
          <StatusBadge status={looks[stateOf(latest)]} word={t(`corrections.state.${stateOf(latest)}`)} />
          {waits && (
            <Button
              tone="quiet"
              disabled={saving}
              onClick={() =>
                void save(() => takeBack({ studentId: record.id, proposalId: latest.id }), t('corrections.takenBack'))
              }
            >
              {t('corrections.takeBack')}
            </Button>
          )}
        </div>
      )}
      {editing && (
        <LazyPart onClose={() => setEditing(false)}>
          <CorrectField record={record} field={field} atOnce={atOnce} onClose={() => setEditing(false)} />
        </LazyPart>
      )}
    </li>
  )
}

const looks = { waits: 'waiting', accepted: 'good', refused: 'bad' } as const

function stateOf({ accepted }: RecordProposal) {
  if (accepted === null) return 'waits'
  return accepted ? 'accepted' : 'refused'
}

/** One tap says that all of it is right, with today's date. */
function Confirm({ studentId }: { studentId: string }) {
  const { t } = useTranslation()
  const { data } = useRead(recordProposals.confirmed, { studentId })
  const { mutateAsync: confirm } = useWrite(recordProposals.confirm)
  const { saving, save } = useSaving()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-muted">
        {data?.confirmedOn && (
          <>
            {t('corrections.confirmedOn')} <Day day={data.confirmedOn} />
          </>
        )}
      </p>
      <Button
        tone="primary"
        disabled={saving}
        onClick={() => void save(() => confirm({ studentIds: [studentId] }), t('corrections.confirmed'))}
      >
        {t('corrections.confirm')}
      </Button>
    </div>
  )
}
