import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { teachers } from '#contract/people/teachers/teachers.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { useChange } from '#web/records/change.ts'
import { FindPerson, type FoundPerson } from '#web/records/FindPerson.tsx'
import { FoundRow } from '#web/records/FoundRow.tsx'
import { PrintLetter } from '#web/records/PrintLetter.tsx'

type Props = {
  school: OwnSchool
  onLinked: (teacherId: string) => void
  onInvite: (phoneNumber: string) => void
  onClose: () => void
}

/** Finds a person by phone and, after a look at their name, makes them a teacher of the school. */
export function LinkTeacher({ school, onLinked, onInvite, onClose }: Props) {
  const { t } = useTranslation()
  const [found, setFound] = useState<FoundPerson | null>(null)
  const [refused, setRefused] = useState('')
  const [unknown, setUnknown] = useState('')

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('settings.teachers.add')}>
      <FindPerson
        invites
        label="settings.teachers.phone"
        hint="settings.teachers.phoneHint"
        onFound={(person, phoneNumber) => {
          setFound(person)
          setUnknown(person ? '' : phoneNumber)
          setRefused('')
        }}
      />
      {refused && (
        <p role="alert" className="mt-5 rounded-field bg-danger-soft px-4 py-3 text-danger">
          {refused}
        </p>
      )}
      {unknown && (
        <p role="status" className="mt-5 rounded-field bg-wait-soft px-4 py-3">
          {t('settings.teachers.nobody')}
        </p>
      )}
      {unknown && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button
            tone="primary"
            icon={<MailPlus className="size-5" aria-hidden="true" />}
            onClick={() => onInvite(unknown)}
          >
            {t('settings.staffInvitations.add')}
          </Button>
          <PrintLetter letter={{ id: unknown, phoneNumber: unknown, to: 'staff' }} schoolName={school.name} />
        </div>
      )}
      {found && (
        <Found
          person={found}
          schoolId={school.id}
          onLinked={() => {
            onClose()
            onLinked(found.id)
          }}
          onRefused={setRefused}
        />
      )}
    </Dialog>
  )
}

type FoundProps = {
  person: FoundPerson
  schoolId: string
  onLinked: () => void
  onRefused: (sentence: string) => void
}

function Found({ person, schoolId, onLinked, onRefused }: FoundProps) {
  const { t } = useTranslation()
  const link = useChange(teachers.link)
  const [sending, setSending] = useState(false)

  async function send() {
    setSending(true)
    onRefused('')
    try {
      await link({ teacherId: person.id, schoolId })
      toast({ title: t('settings.teachers.linked') })
      onLinked()
    } catch (error) {
      onRefused(sentenceFrom(error))
      toastRefusal(error)
    } finally {
      setSending(false)
    }
  }

  return (
    <FoundRow person={person}>
      <Button tone="primary" disabled={sending} onClick={() => void send()}>
        {sending ? t('common.submitting') : t('settings.teachers.link')}
      </Button>
    </FoundRow>
  )
}
