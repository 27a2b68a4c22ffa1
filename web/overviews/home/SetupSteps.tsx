import { Check, Hourglass, Undo2, WandSparkles } from 'lucide-react'
import { lazy, useState } from 'react'
import { setup } from '#contract/overviews/setup/setup.ts'
import { type UsualStep, usualSteps } from '#contract/overviews/setup/usual.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useChange } from '#web/records/change.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import type { Home } from './home-of.ts'

const TakeUsual = lazy(part(async () => (await import('./TakeUsual.tsx')).TakeUsual))

type Step = NonNullable<Home['steps']>[number]
type Props = { home: Pick<Home, 'schoolId' | 'today'>; steps: Step[] }

/** What a new school still needs, in order; of some steps it can take the usual ones, and take them back. */
export function SetupSteps({ home: { schoolId, today }, steps }: Props) {
  const { t } = useTranslation()
  const [taking, setTaking] = useState<UsualStep | null>(null)
  const next = steps.find(({ count, invited, waits }) => count + invited === 0 && !waits)?.key
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
          <StepLine
            key={step.key}
            step={step}
            nth={nth + 1}
            isNext={step.key === next}
            schoolId={schoolId}
            onTake={setTaking}
          />
        ))}
      </ol>
      {taking && (
        <LazyPart onClose={() => setTaking(null)}>
          <TakeUsual schoolId={schoolId} step={taking} today={today} onClose={() => setTaking(null)} />
        </LazyPart>
      )}
    </section>
  )
}

type LineProps = { step: Step; nth: number; isNext: boolean; schoolId: string; onTake: (step: UsualStep) => void }

function StepLine({ step: { key, count, invited, waits, may }, nth, isNext, schoolId, onTake }: LineProps) {
  const { t } = useTranslation()
  const progress = progressOf({ count, invited })
  const isBegun = progress !== 'open'
  const usual = usualSteps.find((one) => one === key)
  const toStep = t(isBegun ? 'home.stepOpen' : 'home.stepAdd')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span
        className={cx(
          'grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold',
          looksOfSteps[progress],
        )}
      >
        {progress === 'done' && <Check className="size-5" aria-hidden="true" />}
        {progress === 'begun' && <Hourglass className="size-5" aria-hidden="true" />}
        {progress === 'open' && <Digits>{nth}</Digits>}
      </span>
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-semibold">{t(`home.steps.${key}`)}</span>
        <span className="block text-sm text-muted">
          {progress === 'done' && (
            <>
              {t('home.stepDone')} <Digits>{count}</Digits>
            </>
          )}
          {progress === 'begun' && t('home.stepInvited', { count: invited })}
          {progress === 'open' && t(`home.stepWhy.${key}`)}
        </span>
      </span>
      <span className="ms-auto flex flex-wrap justify-end gap-1">
        {usual && may.undoUsual && <UndoUsual schoolId={schoolId} step={usual} />}
        {usual && may.takeUsual && (
          <Button
            tone={isNext ? 'primary' : 'quiet'}
            icon={<WandSparkles className="size-5" aria-hidden="true" />}
            aria-label={`${t('home.usual.take')}: ${t(`home.steps.${key}`)}`}
            aria-haspopup="dialog"
            onClick={() => onTake(usual)}
          >
            {t('home.usual.take')}
          </Button>
        )}
        {waits && !isBegun ? (
          <span className="py-2 text-sm text-wait">{t('home.afterApproval')}</span>
        ) : (
          <LinkButton
            to={`${paths.settings(places[key])}${progress === 'begun' ? '?invitations=1' : ''}`}
            tone={isNext && !may.takeUsual ? 'primary' : 'quiet'}
            aria-label={`${toStep}: ${t(`home.steps.${key}`)}`}
          >
            {toStep}
          </LinkButton>
        )}
      </span>
    </li>
  )
}

const looksOfSteps = {
  done: 'bg-ok-soft text-ok',
  begun: 'bg-wait-soft text-wait',
  open: 'bg-soft text-primary',
} as const

function progressOf({ count, invited }: Pick<Step, 'count' | 'invited'>): keyof typeof looksOfSteps {
  if (count > 0) return 'done'
  return invited > 0 ? 'begun' : 'open'
}

function UndoUsual({ schoolId, step }: { schoolId: string; step: UsualStep }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const send = useChange(setup.undo)
  const undo = () => {
    setBusy(true)
    send({ schoolId, step })
      .then(() => toast({ title: t('home.usual.undone') }))
      .catch(toastRefusal)
      .finally(() => setBusy(false))
  }
  return (
    <Button
      tone="quiet"
      disabled={busy}
      icon={<Undo2 className="mirror-rtl size-5" aria-hidden="true" />}
      aria-label={`${t('home.usual.undo')}: ${t(`home.steps.${step}`)}`}
      onClick={undo}
    >
      {t('home.usual.undo')}
    </Button>
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
