import { useState } from 'react'
import { promotions } from '#contract/results/promotion/promotions.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useList, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { StepEnd } from '#web/ui/StepEnd.tsx'
import { PromotedStudents } from './PromotedStudents.tsx'
import { type StudentDecision, decisions, type Promotion, type PromotionShow } from './promotion.ts'

const shows = ['undecided', 'all', 'up', 'repeat', 'wait', 'leave', 'byHand', 'withoutResult', 'unpaid'] as const

/**
 * The decision for each student: from the results, or by hand for one student, for the selected ones, or for all that are
 * shown.
 */
export function DecisionsStep({ draft, onNext }: { draft: Promotion; onNext: () => void }) {
  const { t } = useTranslation()
  const promotionId = draft.id
  const { data: plan, error, refetch } = useRead(promotions.plan, { promotionId })
  const [shown, setShown] = useState<Shown>({ show: 'undecided', classRoomId: null })
  const { show, classRoomId } = shown
  const [chosen, setChosen] = useState<string[]>([])
  const [sending, setSending] = useState(false)
  const decide = useChange(promotions.decide)
  const narrowed = { promotionId, show, ...(classRoomId && { classRoomId }) }
  const { total, isPlaceholderData } = useList(promotions.rows, narrowed)
  if (!plan) return <LoadingOrFailed error={error} again={refetch} />

  async function send(decision: StudentDecision | null) {
    setSending(true)
    try {
      const chosenNow = chosen.map((studentId) => ({ studentId, ...(decision && { decision }) }))
      if (chosen.length === 0) await decide({ ...narrowed, ...(decision && { decision }) })
      else
        for (let at = 0; at < chosenNow.length; at += 500)
          await decide({ promotionId, items: chosenNow.slice(at, at + 500) })
      setChosen([])
    } catch (problem) {
      toastRefusal(problem)
    } finally {
      setSending(false)
    }
  }

  const whom =
    chosen.length > 0 ? t('promotion.ofChosen', { count: chosen.length }) : t('promotion.ofList', { count: total })
  const isForNobody = chosen.length === 0 && (total === 0 || isPlaceholderData)

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2 md:gap-3">
        <ShownStudents
          plan={plan}
          classes={draft.fromClasses}
          shown={shown}
          onShown={(next) => {
            setShown(next)
            setChosen([])
          }}
        />
        <fieldset className="ms-auto flex" disabled={sending || isForNobody}>
          <legend className="sr-only">{t('promotion.decideAll')}</legend>
          <Dropdown
            chip
            words
            label={`${t('promotion.decideAll')}: ${whom}`}
            placeholder={whom}
            items={[...decisions, 'none'].map((value) => ({ value, label: t(`promotion.decide.${value}`) }))}
            value={null}
            onChange={(value) => void send(decisions.find((decision) => decision === value) ?? null)}
          />
        </fieldset>
        <ExportButton list={promotions.rows} input={narrowed} />
      </div>
      <PromotedStudents
        promotionId={promotionId}
        show={show}
        classRoomId={classRoomId}
        chosen={chosen}
        onChosen={setChosen}
        empty={t(show === 'undecided' ? 'promotion.allDecided' : 'promotion.nobody')}
      />
      <StepEnd
        text={t(plan.undecided > 0 ? 'promotion.undecidedStay' : 'promotion.everybodyDecided', {
          count: plan.undecided,
        })}
      >
        <Button tone="primary" onClick={onNext} className="max-md:w-full">
          {t('promotion.next')}
        </Button>
      </StepEnd>
    </>
  )
}

type Shown = { show: PromotionShow; classRoomId: string | null }

type ShownProps = {
  plan: OutputOf<typeof promotions.plan>
  classes: Promotion['fromClasses']
  shown: Shown
  onShown: (shown: Shown) => void
}

/** Which students are shown, each kind with its number, and of which class. */
function ShownStudents({ plan, classes, shown, onShown }: ShownProps) {
  const { t } = useTranslation()
  const { students, undecided, up, repeat, wait, leave } = plan
  const counts: Record<string, number> = { all: students, undecided, up, repeat, wait, leave }
  const items = shows
    .filter((one) => one === 'undecided' || counts[one] !== 0)
    .map((value) => {
      const count = counts[value]
      return { value, label: t(`promotion.show.${value}`) + (count === undefined ? '' : ` (${count})`) }
    })
  return (
    <>
      <Dropdown
        chip
        words
        label={t('promotion.whichStudents')}
        items={items}
        value={shown.show}
        onChange={(value) => onShown({ ...shown, show: value as PromotionShow })}
      />
      <Dropdown
        chip
        label={t('promotion.class')}
        placeholder={t('promotion.everyClass')}
        items={[
          { value: '', label: t('promotion.everyClass') },
          ...classes.map(({ id, name, gradeName }) => ({ value: id, label: `${name} · ${gradeName}` })),
        ]}
        value={shown.classRoomId}
        onChange={(value) => onShown({ ...shown, classRoomId: value || null })}
      />
    </>
  )
}
