import { ArrowRight, Check } from 'lucide-react'
import { lazy, type ReactNode } from 'react'
import { codeWithTexts, useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChipLine } from '#web/ui/ChipLine.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import type { Tab } from '#web/ui/Tabs.tsx'
import { MarksStep } from './MarksStep.tsx'
import { MissingTab } from './MissingTab.tsx'
import type { GradeProps } from './term.ts'

const SchemeStep = lazy(
  part(() => codeWithTexts(async () => (await import('./SchemeStep.tsx')).SchemeStep, '.settings')),
)
const RemarksStep = lazy(
  part(() => codeWithTexts(async () => (await import('./RemarksStep.tsx')).RemarksStep, '.remarks')),
)
const CloseTab = lazy(part(async () => (await import('./CloseTab.tsx')).CloseTab))

export const Fetched = ({ children }: { children: ReactNode }) => (
  <LazyPart fallback={<Loading count={4} />}>{children}</LazyPart>
)

/** The steps that a person may take. */
export function useSteps(props: GradeProps): Step[] {
  const { t } = useTranslation()
  const { school, termId, data, choose, termChoice, grade, gradeChoice } = props
  const { may } = data
  const place = { schoolId: school.id, termId, gradeId: grade.id }
  const ofGrade = (panel: ReactNode) => (
    <div className="space-y-2">
      <ChipLine label={t('results.choose')}>
        {gradeChoice}
        {termChoice}
      </ChipLine>
      {panel}
    </div>
  )
  const scheme = (
    <Fetched>
      <SchemeStep
        schoolId={school.id}
        termId={termId}
        grade={grade}
        opensRemarks={props.query.get('remarks') === 'set'}
      />
    </Fetched>
  )
  const missing = (
    <MissingTab
      place={place}
      grade={grade}
      closedIssue={grade.closing?.issue ?? null}
      toGrid={(classId, courseId) => choose({ class: classId, course: courseId, tab: 'marks' })}
      toRemarks={(classId) => choose({ class: classId, tab: 'remarks' })}
    />
  )
  const close = (
    <Fetched>
      <CloseTab
        key={termId + grade.id}
        place={place}
        mayClose={may.close}
        classes={grade.classes}
        toMissing={() => choose({ tab: 'missing' })}
      />
    </Fetched>
  )
  const isClosed = grade.closing !== null
  return [
    ...(may.manage
      ? [{ value: 'scheme', label: t('results.scheme'), isDone: grade.hasScheme, panel: ofGrade(scheme) }]
      : []),
    { value: 'marks', label: t('results.marks'), isDone: isClosed, panel: <MarksStep {...props} /> },
    { value: 'missing', label: t('results.missing'), isDone: isClosed, panel: ofGrade(missing) },
    {
      value: 'remarks',
      label: t('results.remarks'),
      isDone: isClosed,
      panel: (
        <Fetched>
          <RemarksStep {...props} />
        </Fetched>
      ),
    },
    ...(may.manage || may.close
      ? [
          {
            value: 'close',
            label: t('results.close.tab'),
            isDone: grade.closing?.publishedAt != null,
            panel: ofGrade(close),
          },
        ]
      : []),
  ]
}

type Step = Tab & { isDone: boolean }

/** Tabs with the number of each step or the sign that it is done; each ends with the way to the next. */
export const inSteps = (steps: readonly Step[], open: (tab: string) => void, next: string): Tab[] =>
  steps.map(({ isDone, panel, ...tab }, nth) => {
    const after = steps[nth + 1]
    return {
      ...tab,
      sign: isDone ? <Check className="size-4 text-ok" aria-hidden="true" /> : <Digits>{nth + 1}</Digits>,
      panel: (
        <>
          {panel}
          {after && (
            <Button
              tone="quiet"
              className="mt-4"
              icon={<ArrowRight className="mirror-rtl size-5" aria-hidden="true" />}
              onClick={() => open(after.value)}
            >
              {next} {after.label}
            </Button>
          )}
        </>
      ),
    }
  })
