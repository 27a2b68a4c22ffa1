import { contacts, NewContact } from '#contract/platform/contacts/contacts.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { contactTypeName } from '#web/lib/reference.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ContactIcon } from '#web/ui/ContactIcon.tsx'
import { useChange } from '#web/records/change.ts'
import { useEditing } from '#web/records/editing.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import type { Field } from '#web/records/fields.ts'
import { RecordList } from '#web/records/RecordList.tsx'
import { RecordRow } from '#web/records/RecordRow.tsx'
import { RemoveWithUndo } from '#web/records/RemoveButton.tsx'

type Contact = OutputOf<typeof schools.contacts>[number]

/** The contacts on a school's public page: list, add, edit, remove. */
export function ContactSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const query = useRead(schools.contacts, { schoolId: school.id })
  const types = useRead(reference.contactTypes, {}).data ?? []
  const mayRemove = useMay(contacts.remove)
  const remove = useChange(contacts.remove)

  const items = types.map(({ id, name }) => ({ value: id, label: contactTypeName(t, name) }))
  const fields: Field[] = [
    { name: 'contactTypeId', kind: 'choice', items },
    { name: 'value', hint: 'settings.contact.valueHint' },
  ]
  const form = { of: 'contact', fields, schema: NewContact, start: { schoolId: school.id } }
  const { onAdd, pencil, dialog } = useEditing<Contact>(form, contacts)

  return (
    <RecordList
      of="contact"
      listQuery={query}
      tools={<ExportButton list={schools.contacts} input={{ schoolId: school.id }} />}
      words={({ value, typeName }) => [value, typeName, contactTypeName(t, typeName)]}
      line={(contact) => (
        <RecordRow
          icon={<ContactIcon src={contact.typeIcon} typeName={contact.typeName} />}
          name={contact.value}
          more={contactTypeName(t, contact.typeName)}
        >
          {pencil(contact, contact.value)}
          {mayRemove && (
            <RemoveWithUndo
              name={contact.value}
              thing={{ schoolId: school.id, kind: 'contact', id: contact.id }}
              run={() => remove({ contactId: contact.id })}
            />
          )}
        </RecordRow>
      )}
      onAdd={onAdd}
    >
      {dialog}
    </RecordList>
  )
}
