import { PhoneCall, Plus } from 'lucide-react'
import { useState } from 'react'
import {
  emergencyContactsAtMost,
  type emergencyContacts,
  NewEmergencyContact,
} from '#contract/people/safety/emergency-contacts.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { EditButton } from '#web/records/RecordRow.tsx'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { MoveButtons } from '#web/ui/MoveButtons.tsx'

type List = OutputOf<typeof emergencyContacts.save>
type Contact = List['contacts'][number]
type Save = typeof emergencyContacts.save | typeof emergencyContacts.saveOwn

type Props = {
  /** The lists that are only read, above the reader's own. */
  others: readonly List[]
  own: List | null
  save: Save | null
}

/** Whom to call, in order, if the parents cannot be reached. */
export function ContactsCard({ others, own, save }: Props) {
  const { t } = useTranslation()
  const isEmpty = others.every(({ contacts }) => contacts.length === 0) && !own?.contacts.length
  return (
    <Card className="space-y-4">
      <div>
        <h2 className="text-base">{t('safety.contacts')}</h2>
        <p className="text-sm text-muted">{t('safety.contactsMean')}</p>
      </div>
      {isEmpty && <p className="text-muted">{t('safety.noContacts')}</p>}
      {others.map(
        ({ givenByName, contacts }) =>
          contacts.length > 0 && (
            <section key={givenByName ?? ''}>
              <h3 className="text-sm text-muted">
                {givenByName ? (
                  <>
                    {t('safety.givenBy')} <Bdi>{givenByName}</Bdi>
                  </>
                ) : (
                  t('safety.ofOffice')
                )}
              </h3>
              <ol className="divide-y divide-line">
                {contacts.map((contact) => (
                  <li key={contact.phone + contact.name} className="py-2">
                    <ContactLine contact={contact} />
                  </li>
                ))}
              </ol>
            </section>
          ),
      )}
      {own && save && <OwnList list={own} save={save} titled={others.length > 0} />}
    </Card>
  )
}

export const ContactLine = ({ contact: { name, relation, phone, hours } }: { contact: Contact }) => (
  <div className="min-w-0 [overflow-wrap:anywhere]">
    <p>
      <Bdi>{name}</Bdi>
      {relation && (
        <span className="text-muted">
          {' · '}
          <Bdi>{relation}</Bdi>
        </span>
      )}
    </p>
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <a
        href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
        className="inline-flex min-h-11 items-center gap-2 text-primary"
      >
        <PhoneCall className="size-4" aria-hidden="true" />
        <Digits>{phone}</Digits>
      </a>
      {hours && <Bdi>{hours}</Bdi>}
    </p>
  </div>
)

function OwnList({ list, save, titled }: { list: List; save: Save; titled: boolean }) {
  const { t } = useTranslation()
  const { mutateAsync: store } = useWrite(save)
  const { saving, save: saveNow } = useSaving()
  const [editing, setEditing] = useState<number | null>(null)
  const { studentId, contacts, version } = list
  const stored = (next: readonly Contact[]) =>
    store({ studentId, contacts: [...next], baseVersion: version } as Parameters<typeof store>[0])
  const move = (from: number, to: number) => {
    const next = contacts.filter((_, place) => place !== from)
    next.splice(to, 0, contacts[from]!)
    if (!saving) void saveNow(() => stored(next))
  }
  return (
    <section className="space-y-3">
      {titled && <h3 className="text-sm text-muted">{t('safety.ofOffice')}</h3>}
      <ol className="divide-y divide-line">
        {contacts.map((contact, place) => (
          <li key={contact.phone + contact.name} className="flex items-start gap-1 py-2">
            <div className="min-w-0 flex-1">
              <ContactLine contact={contact} />
            </div>
            {contacts.length > 1 && (
              <MoveButtons
                up={t('safety.up', { name: contact.name })}
                down={t('safety.down', { name: contact.name })}
                place={place}
                last={contacts.length - 1}
                onMove={move}
              />
            )}
            <EditButton name={contact.name} onClick={() => setEditing(place)} />
          </li>
        ))}
      </ol>
      {contacts.length < emergencyContactsAtMost && (
        <Button icon={<Plus className="size-5" aria-hidden="true" />} onClick={() => setEditing(contacts.length)}>
          {t('safety.addContact')}
        </Button>
      )}
      {editing !== null && (
        <ContactDialog
          contact={contacts[editing] ?? null}
          store={(contact) =>
            stored(contact ? contacts.toSpliced(editing, 1, contact) : contacts.toSpliced(editing, 1))
          }
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  )
}

type DialogProps = {
  contact: Contact | null
  /** Stores the list with this contact, or without the one that was edited. */
  store: (contact: Contact | null) => Promise<unknown>
  onClose: () => void
}

function ContactDialog({ contact, store, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { saving, save } = useSaving()
  return (
    <Dialog open onOpenChange={onClose} title={t('safety.contact')} description={t('safety.contactMeans')}>
      <Form
        schema={NewEmergencyContact}
        start={contact ?? { name: '', relation: '', phone: '', hours: '' }}
        save={async (values: Contact) => {
          await store(values)
          onClose()
        }}
        submit="common.save"
        beside={<DialogCancel />}
      >
        <TextField name="name" label="safety.name" dir="auto" />
        <TextField name="relation" label="safety.relation" dir="auto" />
        <TextField name="phone" label="safety.phone" inputMode="tel" dir="ltr" className="rtl:text-end" />
        <TextField name="hours" label="safety.hours" hint="safety.hoursHint" dir="auto" />
        {contact && (
          <Button
            tone="danger"
            disabled={saving}
            onClick={() => void save(() => store(null), t('safety.removed'), onClose)}
          >
            {t('safety.removeContact')}
          </Button>
        )}
      </Form>
    </Dialog>
  )
}
