import { ArrowRight, Trash } from 'lucide-react'
import { lazy, type ReactNode, useEffect, useState } from 'react'
import type { InputOf } from '#contract/language/operation.ts'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { putAnswer } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query.ts'
import { useChange } from '#web/records/change.ts'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { AskBeforeLosing } from '#web/ui/AskBeforeLosing.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { DecisionsStep } from './DecisionsStep.tsx'
import { PlacementStep } from './PlacementStep.tsx'
import { PlanStep } from './PlanStep.tsx'
import { isUnderway, type Promotion, promotionSteps, usePromotion } from './promotion.ts'
import { PromotionSteps } from './PromotionSteps.tsx'
import { StructureStep } from './StructureStep.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'

const DoneStep = lazy(part(async () => (await import('./DoneStep.tsx')).DoneStep))

type Props = { promotionId: string; onNext: () => void; children?: ReactNode }

/** One promotion in any state: a draft at one of its promotionSteps, work of the server, or its result. */
export function OnePromotion({ promotionId, onNext, children }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = usePromotion(promotionId)
  const busy = data !== undefined && isUnderway(data)
  // Students are in other classes now, so all other lists must be read again.
  useEffect(() => (busy ? () => void queryClient.invalidateQueries() : undefined), [busy])
  return (
    <Screen
      title={t('promotion.title')}
      lead={
        data && (
          <>
            <Bdi>{data.fromYearName}</Bdi> <ArrowRight className="mirror-rtl inline size-4" aria-hidden="true" />{' '}
            <Bdi>{data.toYearName}</Bdi>
          </>
        )
      }
      tools={data?.state === 'draft' && <Discard draft={data} />}
    >
      {children}
      {data?.reason && (
        <p role="alert" className="mb-5 rounded-field bg-danger-soft px-4 py-3 text-danger">
          {translated(data.reason)}
        </p>
      )}
      {data ? <InItsState promotion={data} onNext={onNext} /> : <LoadingOrFailed error={error} again={refetch} />}
    </Screen>
  )
}

function InItsState({ promotion, onNext }: { promotion: Promotion; onNext: () => void }) {
  if (isUnderway(promotion)) return <Running promotion={promotion} />
  if (promotion.state === 'draft') return <Draft draft={promotion} />
  return (
    <LazyPart>
      <DoneStep promotion={promotion} onNext={onNext} />
    </LazyPart>
  )
}

/** The step is stored in the draft, so that every person and every device continues at it. */
function Draft({ draft }: { draft: Promotion }) {
  const setOptions = useChange(promotions.setOptions)
  const [isTyped, setTyped] = useState(false)
  const at = promotionSteps[Math.min(draft.step, 4) - 1]!

  const turnTo = async (step: number, chosen: Chosen = {}) => {
    const changed = await setOptions({ ...chosen, promotionId: draft.id, step })
    setTyped(false)
    putAnswer(promotions.get, { promotionId: draft.id }, changed)
    document.getElementById('main')?.scrollTo({ top: 0 })
    window.scrollTo({ top: 0 })
  }
  const go = (step: number) => turnTo(step).catch(toastRefusal)
  const next = () => void go(draft.step + 1)
  return (
    <>
      <AskBeforeLosing isTyped={isTyped} go={go}>
        {(choose) => (
          <>
            <PromotionSteps at={at} onStep={(step) => choose(promotionSteps.indexOf(step) + 1)} />
            {at === 'placement' && (
              <PlacementStep draft={draft} onNext={() => choose(draft.step + 1)} onTyped={setTyped} />
            )}
          </>
        )}
      </AskBeforeLosing>
      <AskIfTyped isTyped={isTyped} />
      {at === 'structure' && (
        <StructureStep
          draft={draft}
          onNext={(chosen, baseVersion) => turnTo(draft.step + 1, { ...chosen, baseVersion })}
          onTyped={setTyped}
        />
      )}
      {at === 'decisions' && <DecisionsStep draft={draft} onNext={next} />}
      {at === 'plan' && <PlanStep draft={draft} />}
    </>
  )
}

type Chosen = Omit<InputOf<typeof promotions.setOptions>, 'promotionId' | 'step'>

/** While the server is working. Nobody has to wait on this page. */
function Running({ promotion: { state, progress, moved, left, grades } }: { promotion: Promotion }) {
  const { t } = useTranslation()
  const students = state === 'undoing' ? moved + left : grades.reduce((sum, { students: many }) => sum + many, 0)
  return (
    <>
      <PromotionSteps at={state === 'undoing' ? 'after' : 'doing'} />
      <section className="flex flex-col items-center gap-4 rounded-card border border-line bg-surface px-6 py-12 text-center">
        <p role="status" className="text-lg font-semibold">
          {t(state === 'undoing' ? 'promotion.undoing' : 'promotion.running')}
        </p>
        <ProgressBar
          label={t('promotion.progress')}
          part={progress === 0 ? null : Math.min(progress / Math.max(students, 1), 1)}
        />
        <p className="max-w-prose text-muted">{t('promotion.mayLeave')}</p>
      </section>
    </>
  )
}

function Discard({ draft: { id } }: { draft: Promotion }) {
  const { t } = useTranslation()
  const remove = useChange(promotions.remove)
  return (
    <AskFirst
      title={t('promotion.discardAsk')}
      description={t('promotion.discardMeans')}
      submit={t('promotion.discard')}
      danger
      run={() => remove({ promotionId: id })}
    >
      {(ask, busy) => (
        <IconButton label={t('promotion.discard')} onClick={ask} disabled={busy}>
          <Trash className="size-5" aria-hidden="true" />
        </IconButton>
      )}
    </AskFirst>
  )
}
