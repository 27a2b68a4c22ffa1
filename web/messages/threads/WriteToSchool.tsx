import { Phone } from 'lucide-react'
import { useState } from 'react'
import { parents } from '#contract/people/parents/parents.ts'
import { aboutKinds, threadSubjects } from '#contract/messages/threads/thread-shapes.ts'
import { beginnings } from '#contract/messages/threads/threads.ts'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { epoch } from '#web/lib/clock.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isId } from '#web/lib/paths.ts'
import { Bdi, isolated, PhoneNumber } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { momentText } from '#web/ui/Moment.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import { toast } from '#web/ui/toast.ts'
import { useConfirmed } from './confirmed.ts'
import { type PersonOfChild, PersonButton } from './PersonButton.tsx'
import { TextFields, useFiles } from './TextFields.tsx'

type Child = OutputOf<typeof parents.children>[number]
type Reachable = OutputOf<typeof beginnings.reachable>

type Props = {
  /** The child; without one the parent chooses, if there are several. */
  to: string | null
  /** `note:` and the id of what it is about. */
  about: string | null
  onDone: (threadId: string) => void
  onClose: () => void
}

/** A parent writes: to whom, then what. What cannot wait is a call and not a text. */
export function WriteToSchool({ to, about, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const children = useRead(parents.children, {})
  const [chosen, setChosen] = useState(to)
  const [person, setPerson] = useState<PersonOfChild | null>(null)
  const own = children.data ?? []
  const studentId = chosen ?? own[0]?.studentId ?? ''
  const reach = useRead(beginnings.reachable, { studentId }, { enabled: studentId !== '' })
  const title = person
    ? `${t('threads.writeTo')} ${isolated(person.personName ?? t('threads.office'))}`
    : t('threads.to')
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      {!to && !person && own.length > 1 && (
        <div className="mb-3">
          <Dropdown
            wide
            label={t('threads.child')}
            items={own.map((child) => ({ value: child.studentId, label: child.studentName }))}
            value={studentId}
            onChange={setChosen}
          />
        </div>
      )}
      {!reach.data && <LoadingOrFailed error={reach.error ?? children.error} again={reach.refetch} count={3} />}
      {reach.data && !person && <People reach={reach.data} onChoose={setPerson} />}
      {reach.data && person && (
        <Words
          {...{ studentId, person, about, onDone }}
          reach={reach.data}
          schoolId={own.find((child) => child.studentId === studentId)?.schoolId ?? ''}
          others={own.filter((child) => child.studentId !== studentId)}
        />
      )}
    </Dialog>
  )
}

function People({ reach, onChoose }: { reach: Reachable; onChoose: (person: PersonOfChild) => void }) {
  const { t } = useTranslation()
  const { people, officePhones, answerDays, left } = reach
  const [isUrgent, setUrgent] = useState(people.length === 0)
  return (
    <div className="space-y-3">
      <ul className="space-y-2">
        {people.map((person) => (
          <li key={person.personId ?? 'office'}>
            <PersonButton person={person} disabled={left === 0} onClick={() => onChoose(person)} />
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        {people.length === 0 ? t('threads.off') : t('threads.answerDays', { count: answerDays })}{' '}
        {left < 4 && t('threads.left', { count: left })}
      </p>
      {!isUrgent && (
        <Button
          tone="quiet"
          className="-ms-3"
          icon={<Phone className="size-5" aria-hidden="true" />}
          onClick={() => setUrgent(true)}
        >
          {t('threads.urgent')}
        </Button>
      )}
      {isUrgent && <OfficePhones phones={officePhones} />}
    </div>
  )
}

function OfficePhones({ phones }: { phones: readonly string[] }) {
  const { t } = useTranslation()
  if (phones.length === 0) return <p>{t('threads.noPhone')}</p>
  return (
    <div className="rounded-field bg-wait-soft px-4 py-3">
      <p>{t('threads.urgentMeans')}</p>
      {phones.map((phone) => (
        <a
          key={phone}
          href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
          className="inline-flex min-h-11 items-center font-medium underline"
        >
          <PhoneNumber phone={phone} />
        </a>
      ))}
    </div>
  )
}

type WordsProps = {
  studentId: string
  schoolId: string
  person: PersonOfChild
  reach: Reachable
  others: readonly Child[]
  about: string | null
  onDone: (threadId: string) => void
}

function Words({ studentId, schoolId, person, reach, others, about, onDone }: WordsProps) {
  const { t } = useTranslation()
  const { mutateAsync: begin } = useWrite(beginnings.begin)
  const [both, setBoth] = useState(reach.bothParents)
  const [also, setAlso] = useState<readonly string[]>([])
  const files = useFiles()
  const { confirmed, confirming } = useConfirmed()
  const start = {
    studentIds: [studentId],
    toId: person.personId ?? '',
    subject: 'other' as const,
    bothParents: reach.bothParents,
    body: '',
  }
  async function save(values: InputOf<typeof beginnings.begin>) {
    const more = {
      bothParents: both,
      attachmentIds: files.ids,
      ...aboutInAddress(about),
      ...(confirmed && { confirmed }),
    }
    const [first] = await confirming(() => begin({ ...values, ...more, studentIds: [studentId, ...also] }))
    const { threadId, visibleFrom } = first!
    const isLater = Date.parse(visibleFrom) > epoch() + 60_000
    toast({ title: isLater ? t('threads.sentLater', { at: momentText(visibleFrom) }) : t('threads.sent') })
    onDone(threadId)
  }
  return (
    <Form
      schema={beginnings.begin.input}
      start={start}
      save={save}
      submit={confirmed ? 'threads.sendAnyway' : 'threads.send'}
      waits={files.sending}
    >
      <TextFields schoolId={schoolId} files={files} />
      <ChoiceField
        name="subject"
        label="threads.subject"
        items={threadSubjects.map((value) => ({ value, label: t(`threads.of.${value}`) }))}
      />
      <div>
        {reach.hasOtherParent && <Tick label={t('threads.both')} checked={both} onChange={setBoth} />}
        {/* The office alone is the same for every child. */}
        {person.personId === null &&
          others
            .filter((child) => child.schoolId === schoolId)
            .map((child) => (
              <Tick
                key={child.studentId}
                label={`${t('threads.alsoAbout')} ${isolated(child.studentName)}`}
                checked={also.includes(child.studentId)}
                onChange={(on) =>
                  setAlso((before) =>
                    on ? [...before, child.studentId] : before.filter((id) => id !== child.studentId),
                  )
                }
              />
            ))}
      </div>
      {person.readsAt && (
        <p className="text-sm text-muted">
          {t('threads.readsAt')} <Bdi>{momentText(person.readsAt)}</Bdi>
        </p>
      )}
    </Form>
  )
}

/** What the address says that a thread is about. */
function aboutInAddress(about: string | null) {
  const [kind, id] = about?.split(':') ?? []
  const aboutKind = aboutKinds.find((one) => one === kind)
  return aboutKind && isId(id) ? { aboutKind, aboutId: id } : {}
}
