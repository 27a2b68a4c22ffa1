import { lazy, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ExcuseToDecide } from '#web/teaching/absence/ExcuseToDecide.tsx'
import { StepToHandle } from '#web/teaching/absence/StepToHandle.tsx'
import { waitingPlaces } from '#web/overviews/home/waiting-places.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { type QueueItem, nameOf } from './items.ts'
import { DraftFacts, InvitationFacts, PaymentFacts, YearFacts } from './OtherFacts.tsx'

const RecordToDecide = lazy(
  part(async () => (await import('#web/teaching/conduct/RecordToDecide.tsx')).RecordToDecide, '.conduct'),
)
const ProposalToDecide = lazy(
  part(
    async () => (await import('#web/people/official-records/ProposalToDecide.tsx')).ProposalToDecide,
    '.corrections',
  ),
)
const NumberToConfirm = lazy(
  part(async () => (await import('#web/platform/identity/NumberToConfirm.tsx')).NumberToConfirm, '.numbers'),
)

/** One item with all that is needed to decide, and its buttons. */
export function ItemPanel({ item, school, isInline }: { item: QueueItem; school: OwnSchool; isInline: boolean }) {
  const { t } = useTranslation()
  const { kind, excuse, step, conduct, proposal, draft, promotion, payment, invitation, numberChange } = item
  const { timeZone } = school
  const student = excuse ?? step ?? conduct ?? proposal
  return (
    <>
      {!isInline && !numberChange && <Heading item={item} student={student} />}
      {isInline && student && <OfStudent student={student} />}
      {excuse && <ExcuseToDecide excuse={excuse} timeZone={timeZone} />}
      {step && <StepToHandle step={step} timeZone={timeZone} />}
      {conduct && (
        <Later>
          <RecordToDecide record={conduct} />
        </Later>
      )}
      {proposal && (
        <Later>
          <ProposalToDecide proposal={proposal} timeZone={timeZone} />
        </Later>
      )}
      {numberChange && (
        <Later>
          <NumberToConfirm change={numberChange} />
        </Later>
      )}
      {draft && <DraftFacts draft={draft} timeZone={timeZone} />}
      {promotion && <YearFacts promotion={promotion} timeZone={timeZone} />}
      {payment && <PaymentFacts payment={payment} timeZone={timeZone} />}
      {invitation && <InvitationFacts invitation={invitation} timeZone={timeZone} />}
      {!student && !numberChange && (
        <div className="mt-3 flex justify-end">
          <LinkButton data-does="accept" tone="primary" to={placeOf(item)}>
            {t(`waiting.open.${kind}`)}
          </LinkButton>
        </div>
      )}
    </>
  )
}

type Student = { studentId: string; studentName: string; classRoomName: string }

/** Beside the list. */
function Heading({ item, student }: { item: QueueItem; student: Student | null }) {
  const { t } = useTranslation()
  if (!student)
    return (
      <h2 className="mb-2 text-lg [overflow-wrap:anywhere]">
        <Bdi>{nameOf(t, item)}</Bdi>
      </h2>
    )
  const { studentId, studentName, classRoomName } = student
  return (
    <h2 className="mb-2 text-lg [overflow-wrap:anywhere]">
      <Link to={paths.student(studentId, 'staff')} className="hover:text-primary">
        <Bdi>{studentName}</Bdi>
      </Link>{' '}
      <span className="text-sm font-normal text-muted">
        <Bdi>{classRoomName}</Bdi>
      </span>
    </h2>
  )
}

/** Below the line of the list, which already has the name. */
function OfStudent({ student: { studentId, classRoomName } }: { student: Student }) {
  const { t } = useTranslation()
  return (
    <p className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
      <Bdi>{classRoomName}</Bdi>
      <Link
        to={paths.student(studentId, 'staff')}
        className="inline-flex min-h-11 items-center text-primary hover:underline"
      >
        {t('waiting.openChild')}
      </Link>
    </p>
  )
}

const placeOf = ({ kind, id }: QueueItem) => (kind === 'imports' ? paths.importOfStudents(id) : waitingPlaces[kind].to)

const Later = ({ children }: { children: ReactNode }) => (
  <LazyPart fallback={<Loading count={2} />}>{children}</LazyPart>
)
