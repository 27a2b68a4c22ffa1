import type { OutputOf } from '#contract/language/operation.ts'
import type { forms } from '#contract/people/forms/forms.ts'
import type { Status } from '#web/ui/StatusBadge.tsx'

type Answer = OutputOf<typeof forms.report>[number]['answer']

export const answerLooks: Record<Answer, Status> = {
  open: 'waiting',
  agreed: 'good',
  waits: 'waiting',
  refused: 'bad',
  withdrawn: 'neutral',
}
