import { type FormEvent, useDeferredValue, useState } from 'react'
import { Navigate } from 'react-router'
import { schoolGate } from '#contract/people/safety/gate.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { putAnswer, stale, useList, useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { mayPass } from '#web/lib/query.ts'
import { relationName } from '#web/lib/reference.ts'
import { useDefaultSchool, useSession } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, PhoneNumber } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { Avatar } from '#web/ui/Picture.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Empty } from '#web/ui/States.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { ContactLine } from './ContactsCard.tsx'
import { DayOfGate } from './DayOfGate.tsx'
import { foundIn, type KeptChild, noteAct, useKeptDay, type WaitingAct } from './gate-day.ts'

type Child = OutputOf<typeof schoolGate.get>
type Person = Child['people'][number]

/** The gate: a child is found, and handed over to somebody who may fetch it today; with the kept list of the day also without a network. */
export function GateScreen() {
  const school = useDefaultSchool()
  const { user } = useSession()
  const may = useMay(schoolGate.get)
  if (!school || !user || !may) return <Navigate to={paths.unauthorized()} state={{ keys: ['ViewPickUp'] }} replace />
  return <GateOf key={school.id} school={school} personId={user.id} />
}

function GateOf({ school, personId }: { school: OwnSchool; personId: string }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const search = useDeferredValue(typed.trim())
  const gate = { personId, schoolId: school.id, timeZone: school.timeZone }
  const day = useKeptDay(gate, () => void stale(schoolGate.get))
  const type = (text: string) => {
    setTyped(text)
    setChosen(null)
  }
  // A scanner types the code of a card and presses Enter.
  const openOnly = (event: FormEvent) => {
    event.preventDefault()
    const [only, ...others] = document.querySelectorAll<HTMLButtonElement>('button[data-found]')
    if (only && others.length === 0) only.click()
  }
  const found = day.children ? foundIn(day.children, search) : null
  return (
    <Screen title={t('safety.gate')} lead={<Bdi>{school.name}</Bdi>} narrow>
      <form role="search" onSubmit={openOnly}>
        <SearchField label={t('safety.find')} value={typed} onChange={type} />
      </form>
      {chosen && (
        <AtGate
          school={school}
          studentId={chosen}
          note={async (act) => {
            const child = await noteAct(gate, { studentId: chosen, ...act })
            day.again()
            return child
          }}
          kept={day.children?.find(({ studentId }) => studentId === chosen) ?? null}
          waiting={day.waiting.filter(({ studentId }) => studentId === chosen)}
        />
      )}
      {!chosen && search.length >= 2 && (
        <Found schoolId={school.id} search={search} kept={found} onChoose={setChosen} />
      )}
      {!chosen && <DayOfGate gate={gate} day={day} />}
    </Screen>
  )
}

type FoundProps = {
  schoolId: string
  search: string
  /** Those of the list on this device, for want of a network. */
  kept: readonly KeptChild[] | null
  onChoose: (studentId: string) => void
}

function Found({ schoolId, search, kept, onChoose }: FoundProps) {
  const { t } = useTranslation()
  const list = useList(schoolGate.find, { schoolId, search })
  const away = kept !== null && list.rows === undefined && list.failureReason !== null
  return (
    <>
      <RowStates
        rows={away ? kept.map((child) => ({ ...child, imageUrl: null })) : list.rows}
        error={list.error}
        again={list.refetch}
        count={4}
        empty={<Empty sentence={t('safety.nobodyFound')} />}
      >
        {(rows) => (
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {rows.map(({ studentId, studentName, imageUrl, classRoomName }) => (
              <li key={studentId}>
                <button
                  type="button"
                  data-found
                  className="flex min-h-15 w-full items-center gap-3 px-4 py-2 text-start -outline-offset-3! hover:bg-soft"
                  onClick={() => onChoose(studentId)}
                >
                  <Avatar names={studentName.split(' ')} src={imageUrl} />
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium [overflow-wrap:anywhere]">
                      <Bdi>{studentName}</Bdi>
                    </span>
                    <span className="block text-sm text-muted">
                      <Bdi>{classRoomName}</Bdi>
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </RowStates>
      <LoadMore more={list.more} pending={list.isFetchingNextPage} onMore={list.loadMore} />
    </>
  )
}

type Note = (act: {
  act: 'called' | 'handedOver'
  kind: Person['kind'] | null
  toId: string | null
}) => Promise<Child | null>

type AtGateProps = {
  school: OwnSchool
  studentId: string
  note: Note
  kept: KeptChild | null
  waiting: readonly WaitingAct[]
}

function AtGate({ school, studentId, note, kept, waiting }: AtGateProps) {
  const { t } = useTranslation()
  const { data: read, error, failureReason, refetch } = useRead(schoolGate.get, { schoolId: school.id, studentId })
  const { saving, save } = useSaving()
  const isAway = failureReason !== null && mayPass(failureReason)
  const data = read ?? (kept && isAway ? asShown(kept) : null)
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={4} />
  const noted = (act: Parameters<Note>[0], said: string) =>
    void save(
      async () => {
        const child = await note(act)
        if (child) putAnswer(schoolGate.get, { schoolId: school.id, studentId }, child)
        return child
      },
      (child) => t(child ? said : 'safety.notedHere'),
    )
  return (
    <div className="space-y-4">
      {!read && <p className="rounded-field bg-wait-soft px-4 py-3">{t('safety.withoutNetwork')}</p>}
      <Head
        child={data}
        school={school}
        waiting={waiting}
        saving={saving}
        onCall={() => noted({ act: 'called', kind: null, toId: null }, 'safety.called')}
      />
      <section className="space-y-2" aria-label={t('safety.mayFetch')}>
        <h2 className="text-base">{t('safety.mayFetch')}</h2>
        {data.people.length === 0 && <p className="text-wait">{t('safety.nobodyMayFetch')}</p>}
        <ul className="space-y-2">
          {data.people.map((person) => (
            <Fetcher
              key={person.kind + person.id}
              person={person}
              saving={saving}
              onHand={() => noted({ act: 'handedOver', kind: person.kind, toId: person.id }, 'safety.handedOver')}
            />
          ))}
        </ul>
      </section>
      {data.contacts.length > 0 && (
        <Card>
          <h2 className="text-base">{t('safety.contacts')}</h2>
          <ol className="divide-y divide-line">
            {data.contacts.map((contact) => (
              <li key={contact.phone + contact.name} className="py-2">
                <ContactLine contact={contact} />
              </li>
            ))}
          </ol>
        </Card>
      )}
    </div>
  )
}

/** A kept child as the server would show it, without what is not kept. */
const asShown = ({ code: _, people, ...child }: KeptChild): Child => ({
  ...child,
  imageUrl: null,
  people: people.map((person) => ({ ...person, imageUrl: null, phone: null })),
  contacts: [],
  acts: [],
})

type HeadProps = {
  child: Child
  school: OwnSchool
  waiting: readonly WaitingAct[]
  saving: boolean
  onCall: () => void
}

function Head({ child, school, waiting, saving, onCall }: HeadProps) {
  const { t } = useTranslation()
  return (
    <Card className="space-y-3">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar names={child.studentName.split(' ')} src={child.imageUrl} className="size-20 text-xl" />
        <div className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
          <p className="text-lg font-semibold">
            <Bdi>{child.studentName}</Bdi>
          </p>
          <p className="text-muted">
            <Bdi>{child.classRoomName}</Bdi>
          </p>
        </div>
        <Button disabled={saving} onClick={onCall}>
          {t('safety.call')}
        </Button>
      </div>
      <ul className="space-y-1">
        {waiting.map(({ id, act, toId, at }) => (
          <li key={id} className="flex flex-wrap items-center gap-2 text-sm">
            <StatusBadge status="waiting" word={t(`safety.act.${act}`)} />
            <Bdi>{child.people.find((person) => person.id === toId)?.name ?? ''}</Bdi>
            <span className="text-muted">
              <Moment at={new Date(at).toISOString()} timeZone={school.timeZone} /> · {t('safety.notSentYet')}
            </span>
          </li>
        ))}
        {child.acts.map(({ act, toName, at, byName }) => (
          <li key={at} className="flex flex-wrap items-center gap-2 text-sm">
            <StatusBadge status={act === 'handedOver' ? 'good' : 'waiting'} word={t(`safety.act.${act}`)} />
            {toName && <Bdi>{toName}</Bdi>}
            <span className="text-muted">
              <Moment at={at} timeZone={school.timeZone} /> · <Bdi>{byName}</Bdi>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type FetcherProps = { person: Person; saving: boolean; onHand: () => void }

function Fetcher({ person, saving, onHand }: FetcherProps) {
  const { t } = useTranslation()
  const { name, relationName: relation, imageUrl, phone } = person
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3">
      <Avatar names={name.split(' ')} src={imageUrl} className="size-20 text-xl" />
      <div className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
        <p className="font-medium">
          <Bdi>{name}</Bdi>
        </p>
        <p className="text-sm text-muted">
          {relationName(t, relation)}
          {phone && (
            <>
              {' · '}
              <PhoneNumber phone={phone} />
            </>
          )}
        </p>
      </div>
      <Button tone="primary" disabled={saving} aria-label={t('safety.handOverTo', { name })} onClick={onHand}>
        {t('safety.handOver')}
      </Button>
    </li>
  )
}
