import { useEffect, useState } from 'react'
import { invitations } from '#contract/people/parents/invitations.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { type Letter, Letters } from '#web/ui/Letters.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'

type Props = { schoolName: string; chosen: ReadonlySet<string>; onClose: () => void }

/** The letters for all invited parents of the selected students, in one print. */
export function LettersForChosen({ schoolName, chosen, onClose }: Props) {
  const { t } = useTranslation()
  const [letters, setLetters] = useState<Letter[] | null>(null)
  useEffect(() => {
    invitedOf(chosen)
      .then((all) => {
        if (all.length > 0) return setLetters(all)
        toast({ title: t('letter.nobody') })
        onClose()
      })
      .catch((problem: unknown) => {
        toastRefusal(problem)
        onClose()
      })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return letters && <Letters schoolName={schoolName} letters={letters} onClose={onClose} />
}

/** One after another, because the server limits how fast a person may read. */
async function invitedOf(chosen: ReadonlySet<string>) {
  const all: Letter[] = []
  for (const studentId of chosen)
    for (const waiting of await call(invitations.list, { studentId })) all.push({ ...waiting, to: 'parent' })
  return all
}
