import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { type ConductRecord, effectOf, lookOfRecord, sortOf, stateOfRecord } from './words.ts'

type Props = {
  record: ConductRecord
  /** Whether parents read it: its state is no matter of theirs, unless it was withdrawn. */
  forParents?: boolean
  /** Stands before the kind: the student, where the list is of several. */
  lead?: ReactNode
  children?: ReactNode
}

/** What was recorded, when and by whom, and what followed. */
export function RecordLine({ record, forParents = false, lead, children }: Props) {
  const { t } = useTranslation()
  const { kindName, isMerit, day, details, measure, counsellorNote, recordedByName, withdrawnReason } = record
  const state = stateOfRecord(record)
  const effect = effectOf(record)
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60 space-y-1">
        {lead}
        <p className={cx('font-medium', state === 'withdrawn' && 'line-through')}>
          <Bdi>{kindName}</Bdi>
          {effect && (
            <span className={cx('ms-2 text-sm', isMerit ? 'text-good' : 'text-danger')}>
              <Digits>{effect}</Digits>
            </span>
          )}
        </p>
        <p className="text-sm text-muted">
          {sortOf(t, record)} · <Day day={day} weekday /> · <Bdi>{recordedByName}</Bdi>
        </p>
        {details && (
          <p className="[overflow-wrap:anywhere] whitespace-pre-line">
            <Bdi>{details}</Bdi>
          </p>
        )}
        <Labelled label={t('conduct.field.measure')} text={measure} />
        <Labelled label={t('conduct.field.counsellorNote')} text={counsellorNote} />
        <Labelled label={t('conduct.withdrawnBecause')} text={withdrawnReason} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {(!forParents || state === 'withdrawn') && (
          <StatusBadge status={lookOfRecord[state]} word={t(`conduct.state.${state}`)} />
        )}
        {children}
      </div>
    </div>
  )
}

function Labelled({ label, text }: { label: string; text: string | null }) {
  if (!text) return null
  return (
    <p className="text-sm [overflow-wrap:anywhere]">
      <span className="text-muted">{label}: </span>
      <Bdi>{text}</Bdi>
    </p>
  )
}
