import { Check } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Home } from './home-of.ts'

type Step = NonNullable<Home['steps']>[number]

/** What a new school still needs, in order: the first step that is open has the button. */
export function SetupSteps({ steps }: { steps: Step[] }) {
  const { t } = useTranslation()
  const next = steps.find(({ count }) => count === 0)?.key
  const done = steps.filter(({ count }) => count > 0).length
  return (
    <section aria-labelledby="setup" className="rounded-card border border-line bg-surface p-5">
      <h2 id="setup" className="text-xl">
        {t('home.setup')}
      </h2>
      <p className="mt-1 text-muted">
        {t('home.setupLead')}{' '}
        <Digits>
          {done}/{steps.length}
        </Digits>
      </p>
      <ol className="mt-3 divide-y divide-line">
        {steps.map((step, nth) => (
          <StepLine key={step.key} step={step} nth={nth + 1} isNext={step.key === next} />
        ))}
      </ol>
    </section>
  )
}

function StepLine({ step: { key, count }, nth, isNext }: { step: Step; nth: number; isNext: boolean }) {
  const { t } = useTranslation()
  const isDone = count > 0
  return (
    <li className="flex min-h-12 items-center gap-3 py-2">
      <span
        className={cx(
          'grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold',
          isDone ? 'bg-ok-soft text-ok' : 'bg-soft text-primary',
        )}
      >
        {isDone ? <Check className="size-5" aria-hidden="true" /> : <Digits>{nth}</Digits>}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t(`home.steps.${key}`)}</span>
        <span className="block text-sm text-muted">
          {isDone ? (
            <>
              {t('home.stepDone')} <Digits>{count}</Digits>
            </>
          ) : (
            t(`home.stepWhy.${key}`)
          )}
        </span>
      </span>
      <LinkButton to={paths.settings(places[key])} tone={isNext ? 'primary' : 'quiet'}>
        {t(isDone ? 'home.stepOpen' : 'home.stepAdd')}
      </LinkButton>
    </li>
  )
}

const places: Record<Step['key'], string> = {
  languages: 'language',
  grades: 'grade',
  classes: 'classes',
  year: 'current-year',
  courses: 'course',
  teachers: 'teachers',
  students: 'students',
  parents: 'students',
}
