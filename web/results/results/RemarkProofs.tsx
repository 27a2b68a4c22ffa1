import { useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { remarks } from '#contract/results/results/remarks.ts'
import { results } from '#contract/results/results/results.ts'
import { useRead, useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { LinesField } from '#web/ui/LinesField.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { Empty } from '#web/ui/States.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { GradePlace } from './plan.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'

type Proof = OutputOf<typeof remarks.proofs>[number]

const views = ['open', 'approved', 'all'] as const

type Props = {
  place: GradePlace
  /** What was closed is decided no more. */
  isClosed: boolean
  toMissing: () => void
}

/** All remarks of a grade to be read before they are printed: what looks odd first, approved or sent back with a word. */
export function RemarkProofs({ place, isClosed, toMissing }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useWhole(remarks.proofs, place)
  const { data: missing } = useRead(results.missing, place)
  const empty = (missing ?? []).reduce((sum, row) => sum + row.remarks, 0)
  const [view, setView] = useState<(typeof views)[number]>('open')
  const approve = useChange(remarks.approve)
  const { saving, save } = useSaving()
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={6} />
  const isIn = (proof: Proof, one: (typeof views)[number]) =>
    one === 'all' || (one === 'approved') === (proof.state === 'approved')
  const shown = data.filter((proof) => isIn(proof, view))
  const clean = shown.filter(({ odd, state }) => odd.length === 0 && state === 'draft')
  const approveAll = (these: readonly Proof[]) =>
    save(
      () => approve({ ...place, items: these.map(({ id, version }) => ({ remarkId: id, baseVersion: version })) }),
      ({ changed }) => t('remarks.approved', { count: changed }),
    )
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segments
          label={t('remarks.which')}
          items={views.map((value) => ({
            value,
            label: t(`remarks.views.${value}`),
            count: data.filter((proof) => isIn(proof, value)).length,
          }))}
          value={view}
          onChange={setView}
        />
        <ExportButton list={remarks.proofs} input={place} narrowed={false} />
        {clean.length > 0 && !isClosed && (
          <Button tone="primary" disabled={saving} onClick={() => approveAll(clean.slice(0, 500))}>
            {t('remarks.approveClean', { count: clean.length })}
          </Button>
        )}
      </div>
      {empty > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 text-wait">
          {t('remarks.empty', { count: empty })}
          <Button tone="quiet" onClick={toMissing}>
            {t('remarks.whoseEmpty')}
          </Button>
        </p>
      )}
      {shown.length === 0 && <Empty sentence={t(data.length === 0 ? 'remarks.none' : 'remarks.noneHere')} />}
      <ul className="space-y-3">
        {shown.map((proof) => (
          <ProofLine key={proof.id} {...{ proof, place, saving, isClosed }} onApprove={() => approveAll([proof])} />
        ))}
      </ul>
    </div>
  )
}

type LineProps = { proof: Proof; place: GradePlace; isClosed: boolean; saving: boolean; onApprove: () => void }

function ProofLine({ proof, place, isClosed, saving, onApprove }: LineProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <li className="space-y-2 rounded-card border border-line bg-surface p-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-semibold">
          <Bdi>{proof.studentName}</Bdi>
        </span>
        <span className="text-sm text-muted">
          <Bdi>{proof.classRoomName}</Bdi> · <Bdi>{proof.courseName ?? t('remarks.ofClass')}</Bdi> ·{' '}
          <Bdi>{proof.authorName}</Bdi>
        </span>
        {proof.state === 'approved' && <StatusBadge status="good" word={t('remarks.state.approved')} />}
        {proof.state === 'change' && <StatusBadge status="waiting" word={t('remarks.state.change')} />}
        {proof.odd.map((one) => (
          <StatusBadge key={one} status="waiting" word={t(`remarks.odd.${one}`)} />
        ))}
      </div>
      <p lang={proof.language} dir={proof.language === 'ar' ? 'rtl' : 'ltr'} className="whitespace-pre-line">
        {proof.body}
      </p>
      {proof.asked && (
        <p className="text-wait">
          <Bdi>{proof.checkedByName}</Bdi>: <Bdi>{proof.asked}</Bdi>
        </p>
      )}
      <div className={cx('flex flex-wrap gap-2', isClosed && 'hidden')}>
        {proof.state !== 'approved' && (
          <Button disabled={saving} onClick={onApprove}>
            {t('remarks.approve')}
          </Button>
        )}
        <Button tone="quiet" onClick={() => setAsking(true)}>
          {t('remarks.askChange')}
        </Button>
      </div>
      {asking && (
        <WriteDialog
          operation={remarks.askChange}
          start={{ ...place, remarkId: proof.id, baseVersion: proof.version, asked: '' }}
          title={t('remarks.askChange')}
          description={t('remarks.askMeans', { name: isolated(proof.authorName) })}
          submit="remarks.ask"
          done={t('remarks.asked')}
          onClose={() => setAsking(false)}
        >
          <LinesField name="asked" label="remarks.askedFor" />
        </WriteDialog>
      )}
    </li>
  )
}
