import { Phone, PhoneMissed, PhoneOutgoing } from 'lucide-react'
import { lazy, useState } from 'react'
import { Link } from 'react-router'
import { desk } from '#contract/teaching/absence/desk.ts'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { useMay, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { relationName } from '#web/lib/reference.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi, Digits, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { looks } from '#web/ui/Counts.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { part } from '#web/ui/part.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { useDeskKeys } from './desk-keys.ts'
import { kindWord } from './kinds.ts'
import type { DeskStudent, HomePhone } from './today.ts'
import { decisionOn } from './words.ts'

const EnterExcuse = lazy(part(async () => (await import('./EnterExcuse.tsx')).EnterExcuse))

type Props = { students: DeskStudent[]; school: OwnSchool; today: string }

/** The students of the desk, each with the phones of home and with what was done about the absence. */
export function DeskStudents({ students, school, today }: Props) {
  const { t } = useTranslation()
  const { mutateAsync: noteCall } = useWrite(desk.noteCall)
  const mayExcuse = useMay(excuses.enter, school.id)
  const [excusing, setExcusing] = useState<DeskStudent | null>(null)
  const called = (outcome: 'reached' | 'noAnswer') => (studentId: string) =>
    void noteCall({ studentId, outcome }).catch(toastRefusal)
  const excuse = (id: string) => setExcusing(students.find(({ studentId }) => studentId === id) ?? null)
  const does = { reached: called('reached'), noAnswer: called('noAnswer'), ...(mayExcuse && { excuse }) }
  const { current, list } = useDeskKeys(
    students.map(({ studentId }) => studentId),
    does,
  )
  return (
    <>
      <ul className="space-y-2" {...list}>
        {students.map((student) => (
          <li
            key={student.studentId}
            data-student={student.studentId}
            className="rounded-card border border-line bg-surface px-4 py-3"
          >
            <StudentLine student={student} school={school} isCurrent={student.studentId === current} does={does} />
          </li>
        ))}
      </ul>
      <p className="hidden flex-wrap gap-x-4 text-sm text-muted md:pointer-fine:flex">
        {(['reached', 'noAnswer', ...(mayExcuse ? (['excuse'] as const) : [])] as const).map((what, at) => (
          <span key={what}>
            <kbd className="rounded-md border border-line bg-surface px-2 font-sans text-xs">{at + 1}</kbd>{' '}
            {t(`absence.does.${what}`)}
          </span>
        ))}
      </p>
      {excusing && (
        <LazyPart onClose={() => setExcusing(null)}>
          <EnterExcuse student={excusing} today={today} onClose={() => setExcusing(null)} />
        </LazyPart>
      )}
    </>
  )
}

type LineProps = {
  student: DeskStudent
  school: OwnSchool
  isCurrent: boolean
  does: {
    reached: (id: string) => void
    noAnswer: (id: string) => void
    excuse?: (id: string) => void
  }
}

function StudentLine({ student, school, isCurrent, does }: LineProps) {
  const { t } = useTranslation()
  const { studentId, studentName, classRoomName, state, minutesLate, call, excuse, guardians, contacts } = student
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-40">
        <Link
          data-line
          tabIndex={isCurrent ? 0 : -1}
          to={paths.student(studentId, 'staff')}
          className="font-medium underline-offset-4 hover:text-primary hover:underline"
        >
          <Bdi>{studentName}</Bdi>
        </Link>
        <p className="text-sm text-muted">
          <Bdi>{classRoomName}</Bdi>
          {minutesLate !== null && (
            <>
              {' · '}
              <Digits>{minutesLate}</Digits> {t('attendance.minutes')}
            </>
          )}
          {excuse && ` · ${kindWord(t, excuse.kind)} (${t(`absence.decision.${decisionOn(excuse)}`)})`}
        </p>
        {excuse?.decidedByName && excuse.decidedAt && (
          <p className="text-sm">
            {t('absence.decidedBy')} <Bdi>{excuse.decidedByName}</Bdi> ·{' '}
            <Moment at={excuse.decidedAt} timeZone={school.timeZone} />
          </p>
        )}
        {call && (
          <p className="text-sm">
            {call.outcome === 'reached' ? (
              <PhoneOutgoing className="me-1 inline size-4 text-ok" aria-hidden="true" />
            ) : (
              <PhoneMissed className="me-1 inline size-4 text-wait" aria-hidden="true" />
            )}
            {t(`absence.called.${call.outcome}`)} · <Bdi>{call.byName}</Bdi> ·{' '}
            <Moment at={call.at} timeZone={school.timeZone} />
          </p>
        )}
      </div>
      <StatusBadge status={looks[state]} word={t(`attendance.${state}`)} />
      <div className="flex basis-full flex-wrap items-center gap-2">
        {guardians.slice(0, 3).map((guardian) => (
          <CallLink key={guardian.phone} guardian={guardian} isCurrent={isCurrent} />
        ))}
        {(guardians.length === 0 || call?.outcome === 'noAnswer') &&
          contacts.map((contact) => (
            <ContactLink key={contact.phone + contact.name} contact={contact} isCurrent={isCurrent} />
          ))}
        {guardians.length + contacts.length === 0 && <span className="text-sm text-wait">{t('absence.noPhone')}</span>}
        {state !== 'excused' && (
          <span className="ms-auto flex flex-wrap gap-2">
            <Button tabIndex={isCurrent ? 0 : -1} onClick={() => does.reached(studentId)}>
              {t('absence.does.reached')}
            </Button>
            <Button tabIndex={isCurrent ? 0 : -1} onClick={() => does.noAnswer(studentId)}>
              {t('absence.does.noAnswer')}
            </Button>
            {does.excuse && state === 'absent' && (
              <Button tone="quiet" tabIndex={isCurrent ? 0 : -1} onClick={() => does.excuse?.(studentId)}>
                {t('absence.does.excuse')}
              </Button>
            )}
          </span>
        )}
      </div>
    </div>
  )
}

/** Somebody whom the parents named for the case that nobody at home answers. */
const ContactLink = ({ contact, isCurrent }: { contact: DeskStudent['contacts'][number]; isCurrent: boolean }) => (
  <a
    href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}
    tabIndex={isCurrent ? 0 : -1}
    className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line px-4 text-primary hover:underline"
  >
    <Phone className="size-4" aria-hidden="true" />
    <span className="text-sm">
      <Bdi>{[contact.name, contact.relation, contact.hours].filter(Boolean).join(' · ')}</Bdi>
    </span>
    <Digits>{contact.phone}</Digits>
  </a>
)

function CallLink({ guardian, isCurrent }: { guardian: HomePhone; isCurrent: boolean }) {
  const { t } = useTranslation()
  const { guardianName, relationName: relation, phone } = guardian
  const named = relationName(t, relation)
  return (
    <a
      href={`tel:${phone}`}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={`${t('home.call', { name: isolated(guardianName ? `${guardianName} (${named})` : named) })} ${phone}`}
      className="inline-flex min-h-11 items-center gap-2 rounded-full bg-soft px-4 text-primary hover:underline"
    >
      <Phone className="size-4" aria-hidden="true" />
      <span className="text-sm">{named}</span>
      <Digits>{phone}</Digits>
    </a>
  )
}
