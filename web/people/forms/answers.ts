import type { OutputOf } from '#contract/language/operation.ts'
import type { forms } from '#contract/people/forms/forms.ts'
import type { Status } from '#web/ui/StatusBadge.tsx'

type Row = OutputOf<typeof forms.report>[number]
type Answer = Row['answer']

export type Text = OutputOf<typeof forms.texts>[number]

/** What a paper says of the answer for a child. */
export type Answered = Pick<
  Row,
  'studentName' | 'answer' | 'answeredByName' | 'answeredAt' | 'withdrawnByName' | 'withdrawnAt'
> & { classRoomName?: string }

export const answerLooks: Record<Answer, Status> = {
  open: 'waiting',
  agreed: 'good',
  waits: 'waiting',
  refused: 'bad',
  withdrawn: 'neutral',
}
