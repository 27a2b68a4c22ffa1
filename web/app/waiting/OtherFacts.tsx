import type { ReactNode } from 'react'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paymentTypeName, roleName } from '#web/lib/reference.ts'
import { Bdi, Day, Digits, PhoneNumber } from '#web/ui/Bdi.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { Money } from '#web/ui/Money.tsx'
import type { QueueItem } from './items.ts'

type Of<Field extends keyof QueueItem> = NonNullable<QueueItem[Field]>

/** An import that nobody has started: how much of the file can be taken over. */
export function DraftFacts({ draft, timeZone }: { draft: Of<'draft'>; timeZone: string }) {
  const { t } = useTranslation()
  return (
    <Facts
      lines={[
        ['rows', <Digits key="rows">{draft.rows}</Digits>],
        ['added', <Digits key="added">{draft.added}</Digits>],
        ['changed', <Digits key="changed">{draft.changed}</Digits>],
        ['problems', <Digits key="problems">{draft.problems}</Digits>],
        ['begunBy', <By key="by" name={draft.madeByName} at={draft.createDate} timeZone={timeZone} />],
      ]}
    >
      {t(draft.problems > 0 ? 'waiting.draftHasProblems' : 'waiting.draftIsReady')}
    </Facts>
  )
}

/** The next year in preparation, with what its plan leaves undecided; the plan is computed when this is shown. */
export function YearFacts({ promotion, timeZone }: { promotion: Of<'promotion'>; timeZone: string }) {
  const { t } = useTranslation()
  const { data: plan } = useRead(promotions.plan, { promotionId: promotion.id })
  return (
    <Facts
      lines={[
        ['fromYear', <Bdi key="from">{promotion.fromYearName}</Bdi>],
        ['begunBy', <By key="by" name={promotion.madeByName} at={promotion.createDate} timeZone={timeZone} />],
        ['undecided', <Digits key="undecided">{plan?.undecided ?? '…'}</Digits>],
        ['withoutClass', <Digits key="problems">{plan?.problems ?? '…'}</Digits>],
      ]}
    >
      {plan && plan.undecided + plan.problems === 0 && t('waiting.yearIsReady')}
    </Facts>
  )
}

/** A payment that the platform reviews. */
export function PaymentFacts({ payment, timeZone }: { payment: Of<'payment'>; timeZone: string }) {
  const { t } = useTranslation()
  return (
    <Facts
      lines={[
        ['amount', <Money key="amount" amount={payment.transferAmount} />],
        ['paymentType', <Bdi key="type">{paymentTypeName(t, payment.paymentTypeName)}</Bdi>],
        ['code', <Digits key="code">{payment.transferCode}</Digits>],
        ['transferDay', <Day key="day" day={payment.transferDate} />],
        ['sent', <Moment key="sent" at={payment.requestDate} timeZone={timeZone} />],
      ]}
    >
      {t('waiting.paymentMeans')}
    </Facts>
  )
}

/** Somebody who is invited to the staff and has not answered. */
export function InvitationFacts({ invitation, timeZone }: { invitation: Of<'invitation'>; timeZone: string }) {
  const { t } = useTranslation()
  const { phoneNumber, email, roleName: role, teaching, createDate } = invitation
  const courses = teaching.map(({ courseName, classRoomName }) =>
    [courseName, classRoomName].filter(Boolean).join(' / '),
  )
  return (
    <Facts
      lines={[
        ['role', role ? roleName(t, role) : t('waiting.teacher')],
        ...(phoneNumber ? [['phone', <PhoneNumber key="phone" phone={phoneNumber} />] as const] : []),
        ...(email ? [['email', <Bdi key="email">{email}</Bdi>] as const] : []),
        ...(courses.length > 0 ? [['courses', <Bdi key="courses">{courses.join(' · ')}</Bdi>] as const] : []),
        ['invitedAt', <Moment key="at" at={createDate} timeZone={timeZone} />],
      ]}
    >
      {t('waiting.invitationMeans')}
    </Facts>
  )
}

const By = ({ name, at, timeZone }: { name: string; at: string; timeZone: string }) => (
  <>
    <Bdi>{name}</Bdi> · <Moment at={at} timeZone={timeZone} />
  </>
)

/** Named facts, one a line, and a sentence below. */
function Facts({ lines, children }: { lines: (readonly [string, ReactNode])[]; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <dl className="divide-y divide-line rounded-card border border-line">
        {lines.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
            <dt className="text-muted">{t(`waiting.field.${name}`)}</dt>
            <dd className="font-semibold [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {children && <p className="mt-3 text-sm">{children}</p>}
    </>
  )
}
