import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useHolds } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Card } from '#web/ui/Card.tsx'
import { ActivationSwitch } from '#web/records/ActivationSwitch.tsx'
import { useOpenedBy } from '#web/ui/opened-by.ts'
import { Balance, useBalance } from './Balance.tsx'
import { SeatSwitch } from './SeatSwitch.tsx'
import { studentName, type Student, useTurn, wordsOfState } from './student.ts'

/** Whether a student is active and the seat is paid, what each means, and the remaining coins of the school. */
export function Standing({ school, student }: { school: OwnSchool; student: Student }) {
  const { t } = useTranslation()
  const holds = useHolds()
  const turn = useTurn()
  const balance = useBalance(school.id)
  const [asked, setAsked] = useOpenedBy('state')
  return (
    <Card className="divide-y divide-line py-1">
      <Line title={t('settings.students.state')} means={t('settings.students.stateMeans')}>
        <ActivationSwitch
          name={studentName(student)}
          active={student.active}
          words={wordsOfState(t, student.active)}
          means={t('settings.students.stateMeans')}
          opened={asked}
          onClosed={() => setAsked(false)}
          turn={holds('ChangeStudentActivation') ? () => turn(student, { active: !student.active }) : undefined}
        />
      </Line>
      <Line
        title={t('settings.students.seat')}
        means={
          <>
            {t('settings.students.seatMeans')}
            {balance !== null && (
              <span className="mt-1 block">
                <Balance coins={balance} />
              </span>
            )}
          </>
        }
      >
        <SeatSwitch
          student={student}
          balance={balance}
          turn={holds('UpdateStudentInfo') ? () => turn(student, { isPaid: !student.isPaid }) : undefined}
        />
      </Line>
    </Card>
  )
}

const Line = ({ title, means, children }: { title: string; means: ReactNode; children: ReactNode }) => (
  <section className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
    <div className="min-w-40 flex-1">
      <h2 className="text-base">{title}</h2>
      <div className="text-sm text-muted">{means}</div>
    </div>
    {children}
  </section>
)
