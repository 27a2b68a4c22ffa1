import { Check, CloudOff, LoaderCircle, TriangleExclamationPoint } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { StateLine } from '#web/ui/StateLine.tsx'
import type { useGridDrafts } from './grid-drafts.ts'

type Words = { reason: string; origin: string }

type Props = {
  /** How many cells are typed and not stored yet. */
  count: number
  typed: Pick<
    ReturnType<typeof useGridDrafts>,
    | 'wrong'
    | 'meanwhile'
    | 'mustSay'
    | 'isAway'
    | 'isSending'
    | 'isAfterClosing'
    | 'words'
    | 'setWords'
    | 'keepMine'
    | 'takeTheirs'
    | 'save'
    | 'cancel'
  >
}

/** Whether all that is typed is stored, what goes with it into the history, and what to do where it cannot be stored by itself. */
export function DraftBar({ count, typed }: Props) {
  const { meanwhile, mustSay, isAfterClosing, words, setWords } = typed
  const { t } = useTranslation()
  const field = (name: keyof Words) => (
    <label className="grid grow gap-1 text-sm">
      {t(`results.${name}`)}
      <input
        dir="auto"
        maxLength={200}
        value={words[name]}
        onChange={({ target }) => setWords({ ...words, [name]: target.value })}
        className="min-h-11 rounded-field border border-line bg-surface px-3"
      />
    </label>
  )
  return (
    <div className="space-y-3">
      {meanwhile.length > 0 && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-3 rounded-card border border-accent bg-wait-soft p-4"
        >
          <span>{t('results.meanwhile', { count: meanwhile.length })}</span>
          <Button onClick={typed.keepMine}>{t('results.keepMine')}</Button>
          <Button onClick={typed.takeTheirs}>{t('results.takeTheirs')}</Button>
        </div>
      )}
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        <State count={count} typed={typed} />
        {mustSay && (
          <Button tone="primary" disabled={typed.isSending} onClick={typed.save}>
            {t('results.save', { count })}
          </Button>
        )}
        {count > 0 && !typed.isSending && <Button onClick={typed.cancel}>{t('common.cancel')}</Button>}
      </div>
      <details open={words.reason + words.origin !== ''}>
        <summary className="min-h-11 cursor-pointer py-2.5 text-sm">{t('results.noteWith')}</summary>
        <div className="flex flex-wrap gap-3">
          {!isAfterClosing && field('reason')}
          {field('origin')}
        </div>
      </details>
    </div>
  )
}

function State({ count, typed: { wrong, isAway, isSending, meanwhile, mustSay } }: Props) {
  const { t } = useTranslation()
  const isStored = count === 0
  const settles = !isStored && !mustSay && meanwhile.length === 0
  return (
    <div className="grid gap-1">
      <div role="status">
        {wrong && <StateLine Icon={TriangleExclamationPoint} look="text-danger" text={t('results.wrong')} />}
        {!wrong && isAway && <StateLine Icon={CloudOff} look="text-wait" text={t('marks.waiting', { count })} />}
      </div>
      {/* Not in the live region, because a screen reader would read it after every mark. */}
      {!wrong && !isAway && (
        <>
          {isSending && <StateLine Icon={LoaderCircle} look="text-muted" text={t('marks.saving', { count })} />}
          {!isSending && isStored && <StateLine Icon={Check} look="text-ok" text={t('marks.allSaved')} />}
          {!isSending && settles && <StateLine Icon={LoaderCircle} look="text-muted" text={t('results.savesItself')} />}
        </>
      )}
    </div>
  )
}
