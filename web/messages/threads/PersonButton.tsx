import type { beginnings } from '#contract/messages/threads/threads.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { hoursInWords } from './hours-in-words.ts'

export type PersonOfChild = OutputOf<typeof beginnings.reachable>['people'][number]

type Props = { person: PersonOfChild; disabled?: boolean; onClick: () => void }

/** Somebody to whom people write, with the hours in which they read. */
export function PersonButton({ person, disabled = false, onClick }: Props) {
  const { t, language } = useTranslation()
  const { part, personName, courseNames, hours, readsAt } = person
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className="block w-full rounded-card border border-line bg-surface px-4 py-3 text-start hover:border-primary"
    >
      <span className="block font-medium">
        <Bdi>{personName ?? t('threads.office')}</Bdi>
      </span>
      <span className="block text-sm text-muted">
        {personName && t(`threads.part.${part}`)}
        {courseNames.length > 0 && (
          <>
            {' · '}
            <Bdi>{courseNames.join(' · ')}</Bdi>
          </>
        )}
      </span>
      <span className="block text-sm text-muted">
        {t('threads.answers')}{' '}
        {hoursInWords(hours, language).map(({ days, from, to }) => (
          <span key={days + from} className="me-2">
            {days}{' '}
            <Digits>
              {from}–{to}
            </Digits>
          </span>
        ))}
      </span>
      {readsAt && (
        <span className="block text-sm text-wait">
          {t('threads.readsAt')} <Moment at={readsAt} />
        </span>
      )}
    </button>
  )
}
