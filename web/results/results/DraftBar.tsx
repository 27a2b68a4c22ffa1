import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'

type Words = { reason: string; origin: string }

type Props = {
  count: number
  wrong: boolean
  saving: boolean
  /** How many of the drafts somebody else has changed since they were typed. */
  meanwhile: number
  corrects: boolean
  enters: boolean
  words: Words
  setWords: (words: Words) => void
  keepMine: () => void
  takeTheirs: () => void
  save: () => void
  cancel: () => void
}

/** What is typed and not stored yet: why it is corrected, where it comes from, and what to do where others were faster. */
export function DraftBar(props: Props) {
  const { count, wrong, meanwhile, corrects, enters, words, setWords } = props
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
      {meanwhile > 0 && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-3 rounded-card border border-accent bg-wait-soft p-4"
        >
          <span>{t('results.meanwhile', { count: meanwhile })}</span>
          <Button onClick={props.keepMine}>{t('results.keepMine')}</Button>
          <Button onClick={props.takeTheirs}>{t('results.takeTheirs')}</Button>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {corrects && field('reason')}
        {enters && field('origin')}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button tone="primary" disabled={wrong || meanwhile > 0 || props.saving} onClick={props.save}>
          {t('results.save', { count })}
        </Button>
        <Button onClick={props.cancel}>{t('common.cancel')}</Button>
        {wrong && <span className="text-danger">{t('results.wrong')}</span>}
      </div>
    </div>
  )
}
