import { ImageUp } from 'lucide-react'
import { lazy, useState } from 'react'
import { paymentTypeList } from '#contract/platform/reference/reference-lists.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useHolds } from '#web/lib/session.ts'
import { fold } from '#web/lib/text.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { ContactIcon } from '#web/ui/ContactIcon.tsx'
import { ActivationSwitch } from '#web/records/ActivationSwitch.tsx'
import { useChange } from '#web/records/change.ts'
import { useEditing } from '#web/records/editing.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { RecordList } from '#web/records/RecordList.tsx'
import { RecordRow } from '#web/records/RecordRow.tsx'
import { type ReferenceEntry, type List, lists } from './lists.ts'

const IconDialog = lazy(part(async () => (await import('./IconDialog.tsx')).IconDialog))

/** A list of the platform: found by typing, added to, edited; nothing of it is ever deleted. */
export function ReferenceSetting({ type }: { type: string }) {
  const { t } = useTranslation()
  const list = lists[type]!
  const { of, add, update, schema, fields, named } = list
  const query = useRead(list.list, {})
  const { onAdd, pencil, dialog } = useEditing<ReferenceEntry>({ of, fields, schema, start: {} }, { add, update })
  const [pictured, setPictured] = useState<string | null>(null)
  const may = { turn: useMay(paymentTypeList.activate), picture: useHolds()('EditIconSchoolContactType') }
  const turn = useChange(paymentTypeList.activate)

  const rows = query.data as ReferenceEntry[] | undefined
  const withIcon = rows?.find(({ id }) => id === pictured)
  return (
    <RecordList
      of={of}
      listQuery={{ ...query, data: rows }}
      tools={<ExportButton list={list.list} input={{}} />}
      words={(entry) => [entry.name, named(t, entry.name), entry.description ?? entry.notes ?? null]}
      line={(entry) => {
        const { id, name, isActive } = entry
        const shown = named(t, name)
        return (
          <RecordRow
            icon={
              entry.iconUrl !== undefined && <ContactIcon key={entry.iconUrl} src={entry.iconUrl} typeName={name} />
            }
            name={shown}
            more={<About entry={entry} list={list} shown={shown} />}
          >
            {isActive !== undefined && (
              <ActivationSwitch
                name={shown}
                active={isActive}
                means={t('settings.paymentTypes.turnMeans')}
                turn={may.turn ? () => turn({ paymentTypeId: id, isActive: !isActive }) : undefined}
              />
            )}
            {entry.iconUrl !== undefined && may.picture && (
              <IconButton label={`${t('settings.contactTypes.icon')}: ${shown}`} onClick={() => setPictured(id)}>
                <ImageUp className="size-5" aria-hidden="true" />
              </IconButton>
            )}
            {pencil(entry, shown)}
          </RecordRow>
        )
      }}
      onAdd={onAdd}
    >
      {dialog}
      {withIcon && (
        <LazyPart onClose={() => setPictured(null)}>
          <IconDialog entry={withIcon} onClose={() => setPictured(null)} />
        </LazyPart>
      )}
    </RecordList>
  )
}

/** The description of an entry, and its stored name where people read a translation. */
function About({ entry: { name, value, description, notes }, list: { of }, shown }: AboutProps) {
  const { t } = useTranslation()
  const text = description ?? notes
  return (
    <>
      {value !== undefined && (
        <p>
          {t(`settings.${of}.value`)}: <Digits>{value}</Digits>
        </p>
      )}
      {fold(shown) !== fold(name) && (
        <p>
          <bdi>{name}</bdi>
        </p>
      )}
      {text && <p className="line-clamp-3">{text}</p>}
    </>
  )
}

type AboutProps = { entry: ReferenceEntry; list: List; shown: string }
