import type { OutputOf } from '#contract/language/operation.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { contactTypeName } from '#web/lib/reference.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { ContactIcon } from '#web/ui/ContactIcon.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Empty } from '#web/ui/States.tsx'

type Contact = OutputOf<typeof schools.contacts>[number]

/** How a school is reached: kind and value, each of which calls or writes where it can. */
export function ContactList({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(schools.contacts, { schoolId })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={2} />
  if (data.length === 0) return <Empty sentence={t('school.noContacts')} />
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {data.map((contact) => (
        <li key={contact.id}>
          <Line contact={contact} />
        </li>
      ))}
    </ul>
  )
}

function Line({ contact: { typeName, typeIcon, value } }: { contact: Contact }) {
  const { t } = useTranslation()
  const address = addressOf(typeName, value)
  const shown = (
    <>
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-soft">
        <ContactIcon src={typeIcon} typeName={typeName} />
      </span>
      <span className="min-w-0">
        <span className="block text-sm text-muted">{contactTypeName(t, typeName)}</span>
        <span className={address ? 'text-primary [overflow-wrap:anywhere]' : '[overflow-wrap:anywhere]'}>
          {isNumber(value) ? <Digits>{value}</Digits> : <Bdi>{value}</Bdi>}
        </span>
      </span>
    </>
  )
  return address ? (
    <a href={address} className={`${line} -outline-offset-3! transition-colors hover:bg-soft`}>
      {shown}
    </a>
  ) : (
    <div className={line}>{shown}</div>
  )
}

const line = 'flex items-center gap-4 px-5 py-3'

const isNumber = (value: string) => /^[\d+() -]+$/.test(value)

/** A number is called, though no fax answers; an address of mail is written to. */
function addressOf(typeName: string, value: string) {
  if (isNumber(value)) return typeName.toLowerCase() === 'fax' ? null : `tel:${value.replaceAll(/[^\d+]/g, '')}`
  return /^[^\s@]+@[^\s@]+$/.test(value) ? `mailto:${encodeURIComponent(value).replace('%40', '@')}` : null
}
