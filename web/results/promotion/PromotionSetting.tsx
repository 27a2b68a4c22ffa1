import { useState } from 'react'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { years } from '#contract/school/years/years.ts'
import { useRead, useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { OnePromotion } from './OnePromotion.tsx'
import { nextName, type Promotion, standingOf, usePromotion } from './promotion.ts'
import { StudentOf } from './PromotedStudents.tsx'

/** The promotions of a school: the current or latest one, or a button to begin. */
export function PromotionSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(promotions.list, { schoolId: school.id })
  /** The promotion after which the next one is begun. */
  const [before, setBefore] = useState<string | null>(null)
  const last = data?.[0]
  const standing = data && standingOf(data)
  const takenBack = last?.state === 'undone' && <TakenBack id={last.id} kept={last.kept} />
  if (standing && standing.id !== before)
    return (
      <OnePromotion key={standing.id} promotionId={standing.id} onNext={() => setBefore(standing.id)}>
        {takenBack}
      </OnePromotion>
    )
  return (
    <Screen title={t('promotion.title')} narrow>
      {takenBack}
      {last?.state === 'undone' && <Again promotionId={last.id} />}
      {data ? <Start school={school} /> : <LoadingOrFailed error={error} again={refetch} />}
    </Screen>
  )
}

/** After an undo: says that it was undone, and lists the students for whom it was not possible. */
function TakenBack({ id: promotionId, kept }: { id: string; kept: number }) {
  const { t } = useTranslation()
  const { data: rows } = useWhole(promotions.rows, { promotionId, show: 'kept' }, { enabled: kept > 0 })
  return (
    <Card className="mb-6">
      <p role="status">{t('promotion.takenBack')}</p>
      {rows && (
        <>
          <p className="mt-2 text-sm text-muted">{t('promotion.keptAfter', { count: kept })}</p>
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.studentId} className="py-2">
                <StudentOf row={row} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

/** Leads back to the plan that was undone, with its classes and decisions. */
function Again({ promotionId }: { promotionId: string }) {
  const { t } = useTranslation()
  const { data: former } = usePromotion(promotionId)
  const start = useChange(promotions.start)
  const [sending, setSending] = useState(false)
  if (!former) return null

  async function begin({ schoolId, fromYearId, toYearId, toYearName, toYearExists }: Promotion) {
    setSending(true)
    try {
      const next = toYearExists ? { toYearId } : { toYearName }
      await start({ schoolId, fromYearId, ...next, againId: promotionId })
    } catch (problem) {
      toastRefusal(problem)
      setSending(false)
    }
  }

  return (
    <Card className="mb-6 space-y-3">
      <p className="max-w-prose">{t('promotion.againMeans', { year: isolated(former.toYearName) })}</p>
      <Button tone="primary" disabled={sending} onClick={() => void begin(former)}>
        {t('promotion.again')}
      </Button>
    </Card>
  )
}

function Start({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { data: all, error, refetch } = useRead(years.list, { schoolId: school.id })
  const [name, setName] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const start = useChange(promotions.start)
  if (!all) return <LoadingOrFailed error={error} again={refetch} />
  const current = all.find(({ active, completed }) => active && !completed)
  if (!current) return <Empty sentence={t('promotion.noYear')} />
  const toYearName = name ?? nextName(current.name)

  async function begin() {
    setSending(true)
    try {
      await start({ schoolId: school.id, fromYearId: current!.id, toYearName })
    } catch (problem) {
      toastRefusal(problem)
      setSending(false)
    }
  }

  return (
    <Card className="space-y-4">
      <p className="max-w-prose text-muted">{t('promotion.lead')}</p>
      <ol className="list-decimal space-y-1 ps-5">
        {(['structure', 'decisions', 'placement', 'plan', 'doing', 'after'] as const).map((step) => (
          <li key={step}>{t(`promotion.means.${step}`)}</li>
        ))}
      </ol>
      <label className="block">
        <span className="mb-1.5 block font-medium">{t('promotion.toYear', { year: isolated(current.name) })}</span>
        <input
          dir="auto"
          value={toYearName}
          maxLength={100}
          onChange={({ target }) => setName(target.value)}
          className="min-h-12 w-full rounded-field border border-line bg-surface px-4 py-2"
        />
      </label>
      <Button tone="primary" disabled={sending || toYearName.trim() === ''} onClick={() => void begin()}>
        {t('promotion.start')}
      </Button>
    </Card>
  )
}
