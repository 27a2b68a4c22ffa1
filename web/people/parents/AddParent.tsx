import { useState } from 'react'
import * as z from 'zod/mini'
import { Id } from '#contract/language/fields.ts'
import { invitations } from '#contract/people/parents/invitations.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useGetsNoCode, useShownPhone } from '#web/lib/phones.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Avatar } from '#web/ui/Picture.tsx'
import { toast } from '#web/ui/toast.ts'
import { useChange } from '#web/records/change.ts'
import { FindPerson, type FoundPerson } from '#web/records/FindPerson.tsx'
import { useRelations } from './relations.ts'

type Props = { studentId: string; onClose: () => void }

type Invitation = { person: FoundPerson | null; phoneNumber: string }

/** Finds a person by phone and links them after a look at their name; a number without an account is invited. */
export function AddParent({ studentId, onClose }: Props) {
  const { t } = useTranslation()
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('settings.parents.add')}
      description={t('settings.parents.consent')}
    >
      <FindPerson
        invites
        label="settings.parents.phone"
        hint="settings.parents.phoneHint"
        onFound={(person, phoneNumber) => setInvitation({ person, phoneNumber })}
      />
      {invitation && <Linking key={invitation.phoneNumber} {...invitation} studentId={studentId} onDone={onClose} />}
    </Dialog>
  )
}

function Linking({ person, phoneNumber, studentId, onDone }: Invitation & { studentId: string; onDone: () => void }) {
  const { t } = useTranslation()
  const relations = useRelations()
  const shown = useShownPhone()
  const getsNoCode = useGetsNoCode()
  const invite = useChange(invitations.invite)

  async function save({ relationId }: { relationId: string }) {
    await invite({ studentId, phoneNumber, relationId })
    toast({ title: t(person ? 'settings.parents.linked' : 'settings.parents.invited') })
    onDone()
  }

  return (
    <div className="mt-5 space-y-4 border-t border-line pt-5">
      {person ? (
        <div role="status" className="flex items-center gap-4">
          <Avatar names={[person.firstName, person.lastName]} src={person.imageUrl} />
          <p className="min-w-0 font-semibold [overflow-wrap:anywhere]">
            <Bdi>{`${person.firstName} ${person.lastName}`.trim() || t('settings.parents.unnamed')}</Bdi>
          </p>
        </div>
      ) : (
        <p role="status" className="rounded-field bg-wait-soft px-4 py-3">
          {t('settings.parents.nobody', { phone: isolated(shown(phoneNumber)) })}
          {getsNoCode(phoneNumber) && <span className="block text-danger">{t('settings.noCode')}</span>}
        </p>
      )}
      <Form<{ relationId: string }>
        schema={Relation}
        start={{ relationId: '' }}
        save={save}
        submit={person ? 'settings.parents.link' : 'settings.parents.invite'}
      >
        <ChoiceField name="relationId" label="settings.parents.relationId" items={relations} />
      </Form>
    </div>
  )
}

const Relation = z.strictObject({ relationId: Id })
