import { LogOut, Pencil, Undo2 } from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import { leavings } from '#contract/people/students/leavings.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { leavingReasonName } from '#web/lib/reference.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { useOpenedBy } from '#web/ui/opened-by.ts'
import { part } from '#web/ui/part.tsx'
import type { Student } from './student.ts'

const LeaveDialog = lazy(part(async () => (await import('./LeaveDialog.tsx')).LeaveDialog))
const ReturnDialog = lazy(part(async () => (await import('./ReturnDialog.tsx')).ReturnDialog))

/** Whether a student has left the school. The leaving is entered and corrected here, and ended by a return. */
export function Leaving({ school, student }: { school: OwnSchool; student: Student }) {
  const { t } = useTranslation()
  const [leaves, setLeaves] = useOpenedBy('leaving')
  const [returns, setReturns] = useState(false)
  const mayWrite = useMay(leavings.enter, school.id)
  if (!student.leftOn && !mayWrite) return null
  return (
    <Card className="space-y-4">
      <h2 className="text-base">{t('settings.students.leaving')}</h2>
      {student.leftOn ? (
        <Left student={student} leftOn={student.leftOn} />
      ) : (
        <p className="text-sm text-muted">{t('settings.students.leavingMeans')}</p>
      )}
      {mayWrite && (
        <div className="flex flex-wrap gap-3">
          {student.leftOn ? (
            <>
              <Button
                tone="primary"
                icon={<Undo2 className="mirror-rtl size-5" aria-hidden="true" />}
                onClick={() => setReturns(true)}
              >
                {t('settings.students.enterReturn')}
              </Button>
              <Button icon={<Pencil className="size-5" aria-hidden="true" />} onClick={() => setLeaves(true)}>
                {t('settings.students.changeLeaving')}
              </Button>
            </>
          ) : (
            <Button icon={<LogOut className="mirror-rtl size-5" aria-hidden="true" />} onClick={() => setLeaves(true)}>
              {t('settings.students.enterLeaving')}
            </Button>
          )}
        </div>
      )}
      <Former studentId={student.id} schoolId={school.id} />
      {mayWrite && leaves && (
        <LazyPart onClose={() => setLeaves(false)}>
          <LeaveDialog school={school} student={student} onClose={() => setLeaves(false)} />
        </LazyPart>
      )}
      {returns && (
        <LazyPart onClose={() => setReturns(false)}>
          <ReturnDialog school={school} student={student} onClose={() => setReturns(false)} />
        </LazyPart>
      )}
    </Card>
  )
}

function Left({ student, leftOn }: { student: Student; leftOn: string }) {
  const { t } = useTranslation()
  return (
    <>
      <dl className="space-y-3">
        <Fact label={t('settings.students.leftOn')}>
          <Day day={leftOn} named />
        </Fact>
        {student.leavingReason && (
          <Fact label={t('settings.students.leavingReason')}>{leavingReasonName(t, student.leavingReason)}</Fact>
        )}
        {student.destination && (
          <Fact label={t('settings.students.destination')}>
            <Bdi>{student.destination}</Bdi>
          </Fact>
        )}
        {student.leavingNote && (
          <Fact label={t('settings.students.leavingNote')}>
            <Bdi>{student.leavingNote}</Bdi>
          </Fact>
        )}
      </dl>
      <p className="rounded-field bg-wait-soft px-4 py-2 text-sm">{t('settings.students.leftMeans')}</p>
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0 [overflow-wrap:anywhere]">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="whitespace-pre-line">{children}</dd>
  </div>
)

/** Former leavings from which the student returned. */
function Former({ studentId, schoolId }: { studentId: string; schoolId: string }) {
  const { t } = useTranslation()
  const { data } = useRead(leavings.list, { studentId }, { enabled: useMay(leavings.list, schoolId) })
  const former = data?.filter(({ returnedOn }) => returnedOn !== null) ?? []
  if (former.length === 0) return null
  return (
    <ul
      aria-label={t('settings.students.formerLeavings')}
      className="divide-y divide-line border-t border-line text-sm"
    >
      {former.map(({ id, leftOn, returnedOn, leavingReason, destination }) => (
        <li key={id} className="py-2 [overflow-wrap:anywhere]">
          <span className="flex flex-wrap gap-x-2">
            <span>
              {t('settings.students.leftOn')} <Day day={leftOn} />
            </span>
            <span>
              {t('settings.students.returnedOn')} <Day day={returnedOn!} />
            </span>
          </span>
          <span className="text-muted">
            {leavingReasonName(t, leavingReason)}
            {destination && (
              <>
                {' · '}
                <Bdi>{destination}</Bdi>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
