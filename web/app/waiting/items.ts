import type { OutputOf } from '#contract/language/operation.ts'
import type { queuedKinds } from '#contract/overviews/waiting/queue.ts'
import type { waiting } from '#contract/overviews/waiting/waiting.ts'
import { roleName } from '#web/lib/reference.ts'
import { shownDay } from '#web/lib/days.ts'
import { money } from '#web/lib/text.ts'
import type { TextValues } from '#web/lib/texts.ts'
import { isolated } from '#web/ui/Bdi.tsx'

export type QueueItem = OutputOf<typeof waiting.list>[number]
export type QueueKind = (typeof queuedKinds)[number]

type Translate = (key: string, values?: TextValues) => string

/** What an item is about: a person, a file, an amount. */
export function nameOf(t: Translate, item: QueueItem): string {
  const { excuse, step, conduct, proposal, numberChange, draft, promotion, payment, invitation } = item
  const student = excuse ?? step ?? conduct ?? proposal
  if (student) return student.studentName
  if (numberChange) return numberChange.personName
  if (draft) return draft.fileName ?? t('waiting.list')
  if (promotion) return promotion.toYearName
  if (payment)
    return t('waiting.payment', {
      amount: isolated(`${money(payment.transferAmount)} ${t('common.currency')}`),
    })
  return invitation?.teacherName ?? invitation?.phoneNumber ?? invitation?.email ?? ''
}

/** What is to be decided about it, in a few words. */
export function aboutOf(t: Translate, item: QueueItem): string {
  const { kind, excuse, step, conduct, proposal, numberChange, draft, payment, invitation } = item
  if (excuse) return `${t(`absence.kind.${excuse.excuseKind}`)} · ${daysOf(excuse)}`
  if (step) return step.stepName
  if (conduct) return conduct.kindName
  if (proposal) return t(`settings.record.${proposal.field}`)
  if (numberChange) return isolated(numberChange.newNumber)
  if (draft) return t('waiting.rows', { count: draft.rows })
  if (payment) return isolated(payment.transferCode)
  if (invitation) return invitation.roleName ? roleName(t, invitation.roleName) : t('waiting.teacher')
  return t(`waiting.kind.${kind}`)
}

const daysOf = ({ fromDay, toDay }: { fromDay: string; toDay: string }) =>
  isolated(fromDay === toDay ? shownDay(fromDay) : `${shownDay(fromDay)} – ${shownDay(toDay)}`)
