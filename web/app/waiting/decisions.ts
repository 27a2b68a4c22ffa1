import type { Status } from '#web/ui/StatusBadge.tsx'
import type { QueueItem } from './items.ts'

/** How it was decided, and by whom. Its word is `waiting.outcome.<word>`. */
type Decision = { status: Status; word: string; byName: string | null }

export function decisionOf(item: QueueItem): Decision {
  const { excuse, step, conduct, proposal, numberChange, payment } = item
  const done = item.draft ?? item.promotion
  if (excuse) return { ...yesOrNo(excuse.accepted === true, 'accepted', 'refused'), byName: excuse.decidedByName }
  if (proposal) return { ...yesOrNo(proposal.accepted === true, 'accepted', 'refused'), byName: proposal.decidedByName }
  if (payment) return { ...yesOrNo(payment.approved === true, 'accepted', 'refused'), byName: payment.approvedByName }
  if (conduct) return ofConduct(conduct)
  if (numberChange)
    return { ...yesOrNo(!endedOtherwise(numberChange), 'confirmed', 'ended'), byName: numberChange.confirmedByName }
  return { status: 'good', word: 'done', byName: step?.handledByName ?? done?.madeByName ?? null }
}

const yesOrNo = (isYes: boolean, yes: string, no: string) =>
  isYes ? { status: 'good' as const, word: yes } : { status: 'bad' as const, word: no }

const endedOtherwise = ({ outcome }: NonNullable<QueueItem['numberChange']>) => outcome !== null && outcome !== 'done'

function ofConduct(record: NonNullable<QueueItem['conduct']>): Decision {
  if (record.withdrawnAt) return { status: 'neutral', word: 'withdrawn', byName: record.withdrawnByName }
  if (record.keptAt) return { status: 'neutral', word: 'kept', byName: record.keptByName }
  return { status: 'good', word: 'published', byName: record.publishedByName }
}
