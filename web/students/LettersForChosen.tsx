import { useEffect, useState } from 'react'
import { invitations } from '#contract/parents/invitations.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { type Invited, Letters } from '#web/ui/Letters.tsx'
import { toast } from '#web/ui/toast.ts'

type Props = { schoolName: string; chosen: ReadonlySet<string>; onClose: () => void }

/** The letters of all invited parents of the chosen students, in one print. */
export function LettersForChosen({ schoolName, chosen, onClose }: Props) {
  const { t } = useTranslation()
  const [invited, setInvited] = useState<Invited[] | null>(null)
  useEffect(() => {
    invitedOf(chosen)
      .then((all) => {
        if (all.length > 0) return setInvited(all)
        toast({ title: t('letter.nobody') })
        onClose()
      })
      .catch((problem: unknown) => {
        toast({ title: sentenceFrom(problem), tone: 'danger' })
        onClose()
      })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return invited && <Letters schoolName={schoolName} invited={invited} onClose={onClose} />
}

/** One after the other: the server counts how fast a person reads. */
async function invitedOf(chosen: ReadonlySet<string>) {
  const all: Invited[] = []
  for (const studentId of chosen) all.push(...(await call(invitations.list, { studentId })))
  return all
}
