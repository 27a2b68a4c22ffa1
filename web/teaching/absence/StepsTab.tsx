import { Printer } from 'lucide-react'
import { lazy, useState } from 'react'
import { Link } from 'react-router'
import { absenceRules, stepStates } from '#contract/teaching/absence/rules.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLiveRefresh } from '#web/lib/live-refresh.ts'
import { paths } from '#web/lib/paths.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { useStepDecisions } from './deciding.ts'
import { SearchedRows } from './SearchedRows.tsx'
import { StepFacts } from './StepFacts.tsx'
import type { AbsenceStep } from './words.ts'

const HandleStep = lazy(part(async () => (await import('./HandleStep.tsx')).HandleStep))
const WarningPapers = lazy(part(async () => (await import('./WarningPapers.tsx')).WarningPapers))

type State = (typeof stepStates)[number]

/** Who has reached a step, to be handled by a person; ticked ones are printed as warnings with a slip. */
export function StepsTab({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const [state, setState] = useState<State>('open')
  const [search, setSearch] = useState('')
  const settled = useSettled(search)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [handling, setHandling] = useState<AbsenceStep | null>(null)
  const [printing, setPrinting] = useState(false)
  const { reopen, offerUndo } = useStepDecisions()
  const input = { schoolId: school.id, state, ...(settled && { search: settled }) }
  const list = useList(absenceRules.steps, input)
  useLiveRefresh(school.id, absenceRules.steps)
  const chosen = (list.rows ?? []).filter(({ id }) => ticked.has(id))
  const tick = (id: string) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }

  return (
    <>
      <SearchedRows
        choice={{
          label: t('absence.view'),
          value: state,
          onChange: setState,
          items: stepStates.map((value) => ({ value, label: t(`absence.stepState.${value}`) })),
        }}
        search={search}
        onSearch={setSearch}
        list={list}
        keyOf={({ id }) => id}
        empty={t('absence.noSteps')}
        beside={
          chosen.length > 0 && (
            <Button icon={<Printer className="size-5" aria-hidden="true" />} onClick={() => setPrinting(true)}>
              {t('absence.printWarnings', { count: chosen.length })}
            </Button>
          )
        }
        exporting={<ExportButton list={absenceRules.steps} input={input} />}
      >
        {(step) => (
          <StepCard
            step={step}
            timeZone={school.timeZone}
            isTicked={ticked.has(step.id)}
            onTick={() => tick(step.id)}
            onHandle={() => setHandling(step)}
            onReopen={() => reopen(step)}
          />
        )}
      </SearchedRows>
      {handling && (
        <LazyPart onClose={() => setHandling(null)}>
          <HandleStep step={handling} offerUndo={offerUndo(handling)} onClose={() => setHandling(null)} />
        </LazyPart>
      )}
      {printing && (
        <LazyPart onClose={() => setPrinting(false)}>
          <WarningPapers steps={chosen} school={school} onClose={() => setPrinting(false)} />
        </LazyPart>
      )}
    </>
  )
}

type CardProps = {
  step: AbsenceStep
  timeZone: string
  isTicked: boolean
  onTick: () => void
  onHandle: () => void
  onReopen: () => void
}

function StepCard({ step, timeZone, isTicked, onTick, onHandle, onReopen }: CardProps) {
  const { t } = useTranslation()
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <input
        type="checkbox"
        aria-label={t('absence.choose', { name: isolated(step.studentName) })}
        checked={isTicked}
        onChange={onTick}
        className="size-5 accent-(--primary)"
      />
      <div className="min-w-0 flex-1 basis-60">
        <Link to={paths.student(step.studentId, 'staff')} className="font-medium hover:text-primary">
          <Bdi>{step.studentName}</Bdi>
        </Link>{' '}
        <span className="text-sm text-muted">
          <Bdi>{step.classRoomName}</Bdi>
        </span>
        <StepFacts step={step} timeZone={timeZone} />
      </div>
      {!step.handledAt && !step.withdrawnAt && <Button onClick={onHandle}>{t('absence.handle')}</Button>}
      {step.handledAt && !step.withdrawnAt && <Button onClick={onReopen}>{t('absence.undo')}</Button>}
    </Card>
  )
}
