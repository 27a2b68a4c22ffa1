import { useEffect, useState } from 'react'
import { Refused } from '#contract/language/caller.ts'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { useRead } from '#web/lib/api.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { useDiscarding, useEditorDraft, useKeeping } from '#web/ui/editor-draft.ts'
import { Restored } from '#web/ui/Restored.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { StepEnd } from '#web/ui/StepEnd.tsx'
import { pastedPlaces, type Promotion } from './promotion.ts'
import { WithoutClass } from './WithoutClass.tsx'

type Props = { draft: Promotion; onNext: () => void; onTyped: (isTyped: boolean) => void }

/** How students are placed in their classes: by section, balanced, or from a list. Students without a class are listed. */
export function PlacementStep({ draft, onNext, onTyped }: Props) {
  const { t } = useTranslation()
  const setOptions = useChange(promotions.setOptions)
  const { data: plan, error, refetch } = useRead(promotions.plan, { promotionId: draft.id })
  if (!plan) return <LoadingOrFailed error={error} again={refetch} />
  return (
    <>
      <div className="mb-2 flex">
        <Segments
          label={t('promotion.placement')}
          items={(['same', 'balanced'] as const).map((value) => ({ value, label: t(`promotion.place.${value}`) }))}
          value={draft.placement}
          onChange={(placement) => void setOptions({ promotionId: draft.id, placement }).catch(toastRefusal)}
        />
      </div>
      <p className="mb-6 max-w-prose text-sm text-muted">{t(`promotion.placeMeans.${draft.placement}`)}</p>
      <PastedList promotionId={draft.id} onTyped={onTyped} />
      {plan.problems > 0 && <WithoutClass promotionId={draft.id} plan={plan} />}
      <StepEnd
        text={plan.problems > 0 ? t('promotion.withoutClass', { count: plan.problems }) : t('promotion.allPlaced')}
      >
        <Button tone="primary" onClick={onNext} className="max-md:w-full">
          {t('promotion.next')}
        </Button>
      </StepEnd>
    </>
  )
}

/** Codes and classes, pasted from a spreadsheet. No student is placed while one line is wrong. */
function PastedList({ promotionId, onTyped }: { promotionId: string } & Pick<Props, 'onTyped'>) {
  const { t } = useTranslation()
  const decide = useChange(promotions.decide)
  const draft = useEditorDraft<string>(`pasted ${promotionId}`)
  const [begun] = useState(draft.restored !== null)
  const [text, setText] = useState(draft.restored ?? '')
  const [wrong, setWrong] = useState<string[]>([])
  const [sending, setSending] = useState(false)
  const { lines, left } = pastedPlaces(text)
  const isTyped = text.trim() !== ''
  useEffect(() => onTyped(isTyped), [isTyped, onTyped])
  useKeeping(draft, isTyped ? text : null)
  const discard = useDiscarding(draft, () => setText(''))
  async function place() {
    setSending(true)
    setWrong([])
    let at = 0
    try {
      for (; at < lines.length; at += 500) await decide({ promotionId, items: lines.slice(at, at + 500) })
      toast({ title: t('promotion.placed', { count: lines.length }) })
      setText(left.join('\n'))
    } catch (problem) {
      setWrong(linesOf(problem, lines.slice(at)))
      toastRefusal(problem)
    } finally {
      setSending(false)
    }
  }

  return (
    <details open={begun} className="mb-6 rounded-card border border-line bg-surface px-4 py-3">
      <summary className="min-h-8 cursor-pointer font-medium">{t('promotion.paste')}</summary>
      {draft.restored !== null && <Restored onDiscard={discard} />}
      <label className="mt-2 block">
        <span className="mb-1.5 block text-sm text-muted">{t('promotion.pasteMeans')}</span>
        <textarea
          dir="auto"
          rows={5}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="max-h-72 min-h-24 w-full rounded-field border border-line bg-surface px-4 py-2"
        />
      </label>
      {left.length > 0 && <p className="my-2 text-sm text-muted">{t('promotion.pasteLeft', { count: left.length })}</p>}
      {wrong.length > 0 && (
        <ul role="alert" className="my-2 ps-5 text-sm text-danger">
          {wrong.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <Button disabled={sending || lines.length === 0} onClick={() => void place()}>
        {t('promotion.pasteLines', { count: lines.length })}
      </Button>
    </details>
  )
}

/** The refused lines, each with its reason. */
function linesOf(problem: unknown, lines: { code: string }[]) {
  const errors = problem instanceof Refused ? (problem.errors ?? {}) : {}
  return Object.entries(errors).flatMap(([field, sentences]) => {
    const nth = /^items\[(\d+)\]/.exec(field)?.[1]
    const line = nth === undefined ? undefined : lines[Number(nth)]
    return line ? [`${isolated(line.code)}: ${translated(sentences[0] ?? '')}`] : []
  })
}
